import path from 'node:path'
import { stateHome } from '../../config/paths.js'
import { listChangedCode } from '../../wiring/kept-code-file.js'
import { whatIsInstead } from '../../util/our-folder.js'
import { spoolDir } from '../../wiring/workspace.js'
import { about } from './check.js'
import type { BareCheck } from './check.js'

/** Folders that hooks keep to themselves: where another thing is in their place they are not used. */
export const checkFolders: BareCheck = async ({ context, stateDir }) => {
  const root = path.join(stateHome(context.env, context.home, context.platform), 'reflectory')
  const shared = ['code', 'sessions', 'agents-seen', 'audit'].map((name) => path.join(root, name))
  const own = [stateDir, spoolDir(stateDir), path.join(stateDir, 'logs')]
  const code = path.join(root, 'code')
  const changed = listChangedCode(code).map((name) =>
    about('code').broken(
      codeChanged(name),
      `rm ${path.join(code, name)}; the next hook keeps it anew.`,
    ),
  )
  const folders = [...shared, ...own].flatMap((folder) => {
    const instead = whatIsInstead(folder)
    if (instead === null) return []
    const says = `${folder} is ${instead}: nothing is read or written there`
    return [about('folders').broken(says, 'Take it away; Reflectory makes the folder anew.')]
  })
  return [...folders, ...changed]
}

export const codeChanged = (name: string): string =>
  `The hook's compiled code was changed by another program: ${name}`
