/** Pi's extensions folder: our extension is one file of our own there. */
import path from 'node:path'
import type { AgentInstaller } from '../../agent.js'
import { ownModule } from '../own-module.js'
import { sharedSkills } from '../shared-skills.js'
import { piFolder } from './pi-folder.js'

const FILE = path.join('extensions', 'reflectory.js')

export const piInstaller: AgentInstaller = {
  title: 'Pi',
  whenSilent:
    'It loads extensions when it starts, none with --no-extensions, and those of a project only after you trusted it. `$PI_CODING_AGENT_DIR` points it to another folder.',
  signs: (place) => ({
    program: 'pi',
    packageName: '@earendil-works/pi-coding-agent',
    folder: piFolder(place),
  }),
  skills: sharedSkills({ project: ['.pi'], user: (place) => [piFolder(place)] }),
  files: (place) => [
    place.scope === 'user'
      ? path.join(piFolder(place), FILE)
      : path.join(place.projectRoot, '.pi', FILE),
  ],
  // A hook that is gone must not cost a session.
  ...ownModule(
    'Pi',
    `export default async function (pi) {
  try {
    const { connect } = await import(beside('pi.mjs'))
    connect(pi, { node: NODE, hook: HOOK })
  } catch {}
}`,
  ),
}
