import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AgentEventKind } from '../schema/agent-event.js'
import { loginFile } from '../team/places.js'
import type { Workspace } from '../workspace.js'

/** Where something begins or ends: what was learnt is recorded, and what others learnt may be of use. */
const DELIVERS_AFTER: ReadonlySet<AgentEventKind> = new Set([
  'session-started',
  'session-stopped',
  'session-ended',
])

/**
 * For a project that takes part in a team: starts the process that sends and fetches, unless one is
 * under way or it is too early after a failure. Waits for nothing.
 */
export async function startDelivery(
  kind: AgentEventKind,
  { stateDir, root, loaded }: Workspace,
  { folder, now }: { folder?: string | undefined; now: Date },
): Promise<void> {
  if (folder === undefined || !DELIVERS_AFTER.has(kind) || !existsSync(loginFile(stateDir))) return
  if (loaded.environment.parent !== null) return
  const { wantDelivery } = await import('../team/want-delivery.js')
  if (!wantDelivery(stateDir, now)) return
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [path.join(folder, 'team.cjs')], {
    cwd: root,
    // In a group of its own, with no pipe of the client: neither ends with the other.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}
