import { existsSync } from 'node:fs'
import path from 'node:path'
import { loginFile } from '../team/places.js'
import type { Workspace } from './workspace.js'

/**
 * For a project that takes part in a team: starts the process that sends and fetches, unless one is
 * under way or it is too early after a failure. Waits for nothing. `folder` is where the hook's files are.
 */
export async function startDelivery(
  { stateDir, root, loaded }: Workspace,
  { folder, now }: { folder: string; now: Date },
): Promise<void> {
  if (!existsSync(loginFile(stateDir)) || loaded.environment.parent !== null) return
  const program = path.join(folder, 'team.cjs')
  // A client's plugin holds none: the hook of the package, or its server, delivers.
  if (!existsSync(program)) return
  const { wantDelivery } = await import('../team/want-delivery.js')
  if (!wantDelivery(stateDir, now)) return
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [program], {
    cwd: root,
    // In a group of its own, with no pipe of the client: neither ends with the other.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}
