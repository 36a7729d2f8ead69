/**
 * The file that a command is told to write into. Our settings, what we keep and our installed programs are none:
 * a command that an agent may run would take a person's settings away.
 */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import { accountHome } from '../util/user-name.js'
import { dataDir } from './data-dir.js'
import { configHome, stateHome } from './paths.js'
import type { ConfigPlace } from './config-place.js'

export function outputFile(
  named: string,
  { cwd, ...place }: ConfigPlace & { cwd: string },
): string {
  const file = path.resolve(cwd, named)
  const { home, platform } = place
  // Where the variables say, and where they don't: an agent can set them.
  const places = [
    { env: place.env, home },
    { env: {}, home },
    { env: {}, home: accountHome() },
  ]
  const folders = places.flatMap(({ env, home }) => [
    path.join(configHome(env, home, platform), 'reflectory'),
    path.join(stateHome(env, home, platform), 'reflectory'),
    dataDir(env, home, platform),
  ])
  const real = realPath(file)
  if (!folders.some((folder) => `${real}${path.sep}`.startsWith(realPath(folder) + path.sep)))
    return file
  throw new ReflectError(
    'unsafe-path',
    `${file} is among our own files: nothing is written there`,
    {
      remedy: 'Name a file elsewhere.',
    },
  )
}

/** Of what is not there, the folder above that is. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const folder = path.dirname(file)
    return folder === file ? file : path.join(realPath(folder), path.basename(file))
  }
}
