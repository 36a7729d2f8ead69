import type { AgentEventKind } from '../schema/agent-event.js'
import { startDelivery } from '../wiring/start-delivery.js'
import type { Workspace } from '../wiring/workspace.js'

/** Where something begins or ends: what was learnt is recorded, and what others learnt may be of use. */
const DELIVERS_AFTER: ReadonlySet<AgentEventKind> = new Set([
  'session-started',
  'session-stopped',
  'session-ended',
])

export async function deliverAfter(
  kind: AgentEventKind,
  workspace: Workspace,
  { folder, now }: { folder?: string | undefined; now: Date },
): Promise<void> {
  if (folder === undefined || !DELIVERS_AFTER.has(kind)) return
  await startDelivery(workspace, { folder, now })
}
