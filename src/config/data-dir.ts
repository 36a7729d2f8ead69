import path from 'node:path'
import type { Env } from './paths.js'

/** Where the copied hooks, the receipts and the backups lie: with the user, outside any package. */
export function dataDir(env: Env, home: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const chosen = env['LOCALAPPDATA'] ?? ''
    const local = path.win32.isAbsolute(chosen) ? chosen : path.win32.join(home, 'AppData', 'Local')
    return path.win32.join(local, 'reflectory')
  }
  // A relative XDG path is to be ignored, says the XDG specification.
  const chosen = env['XDG_DATA_HOME'] ?? ''
  const share = path.posix.isAbsolute(chosen) ? chosen : path.posix.join(home, '.local', 'share')
  return path.posix.join(share, 'reflectory')
}
