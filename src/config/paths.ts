import path from 'node:path'
import { knownStateName, newStateName } from './state-names.js'

/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>

/** The folder in which programs keep their user's settings. */
export function configHome(env: Env, home: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    return absolute(env['APPDATA'], path.win32) ?? path.win32.join(home, 'AppData', 'Roaming')
  }
  return absolute(env['XDG_CONFIG_HOME'], path.posix) ?? path.posix.join(home, '.config')
}

/** The user's own `reflection.yaml`. */
export function userConfigFile(env: Env, home: string, platform: NodeJS.Platform): string {
  const flavour = platform === 'win32' ? path.win32 : path.posix
  return flavour.join(configHome(env, home, platform), 'reflectory', PROJECT_FILE)
}

/** The folder in which programs keep what they must remember. */
export function stateHome(env: Env, home: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    return absolute(env['LOCALAPPDATA'], path.win32) ?? path.win32.join(home, 'AppData', 'Local')
  }
  return absolute(env['XDG_STATE_HOME'], path.posix) ?? path.posix.join(home, '.local', 'state')
}

/** Where one project's database, trust and pauses live: with the user, never in the repository. */
export function projectStateDir(stateHome: string, identity: string): string {
  const root = path.join(stateHome, 'reflectory')
  return path.join(root, knownStateName(root, identity) ?? newStateName(identity))
}

/** The name of the settings file, in a project and in the user's folder alike. */
export const PROJECT_FILE = 'reflection.yaml'

/** A relative XDG path is to be ignored, says the XDG specification. */
function absolute(value: string | undefined, flavour: path.PlatformPath): string | undefined {
  return value !== undefined && flavour.isAbsolute(value) ? value : undefined
}
