import type { CheckRunner } from '../../../checks.js'
import type { AgentEvent } from '../../../schema/agent-event.js'
import type { Store } from '../../../store.js'
import { isRed } from './proof.js'

const LASTS_MS = 30 * 86_400_000
const MAX_RUNS = 50

/**
 * Keeps which content of the working tree a session begins with: a red run of an earlier session is
 * this one's excuse only when it was on that very content. Until the first prompt a person may still
 * change it. Where no run was red there is nothing to excuse, and git is not asked.
 */
export async function keepStartTree(
  event: AgentEvent,
  { store, now, worktree, fingerprint }: StartTreeInput,
): Promise<void> {
  if (event.kind !== 'session-started' && event.kind !== 'prompt-submitted') return
  const { sessionId } = event
  if (((await store.readSession(sessionId))?.turn ?? 0) > 0) return
  const runs = await store.list('check_run', { state: 'finished', limit: MAX_RUNS })
  const tree = runs.some(isRed) ? await fingerprint(worktree) : null
  if (tree === null) return
  await store.writeCache(keyOf(sessionId), tree, new Date(now.getTime() + LASTS_MS).toISOString())
}

export interface StartTreeInput extends Pick<CheckRunner, 'fingerprint'> {
  store: Pick<Store, 'readSession' | 'list' | 'writeCache'>
  now: Date
  worktree: string
}

/** null when it is not known. */
export const readStartTree = (
  sessionId: string,
  store: Pick<Store, 'readCache'>,
  now: string,
): Promise<string | null> => store.readCache(keyOf(sessionId), now)

const keyOf = (sessionId: string): string => `check-start:${sessionId}`
