import { checksIn } from '../read/shell/checks-in.js'
import { EndFacts, OUTCOME_DUE } from '../schema/end-facts.js'
import type { Episode } from '../schema/episode.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { UsageRow } from '../schema/token-usage.js'
import type { Store } from '../store.js'
import { parseJson } from '../util/parse-json.js'

/** The entry of the log by which a session is known to have gone in circles. */
const LOOP_ACTION = 'stall_loop'

/** What a session's models used, as its last stop read it in the transcript. */
export interface SessionUsage {
  rows: readonly UsageRow[]
  isRed: boolean
  isLoop: boolean
}

/** null where the client tells nothing of it. */
export async function readSessionUsage(
  store: Store,
  sessionId: string,
  outcome: SessionOutcome | undefined,
): Promise<SessionUsage | null> {
  const rows = (await unsettledUsage(store, sessionId)) ?? outcome?.usage
  if (rows === undefined || rows.length === 0) return null
  const episodes = await store.list('episode', { sessionId })
  const loops = await store.count('interaction', { sessionId, subject: LOOP_ACTION })
  return { rows, isRed: endedRed(episodes, outcome), isLoop: loops > 0 }
}

/** A session that goes on after it was settled has newer figures. */
async function unsettledUsage(
  store: Store,
  sessionId: string,
): Promise<readonly UsageRow[] | undefined> {
  // By its session alone: a session has few due rows, a kind has as many as there are sessions.
  const rows = await store.list('due', { sessionId })
  const due = rows.find(({ kind }) => kind === OUTCOME_DUE)
  if (due === undefined) return undefined
  const facts = EndFacts.safeParse(parseJson(due.payload['facts'] ?? ''))
  return facts.success ? facts.data.usage : undefined
}

/** By the last run of each check: its own, and those of the user. Later days change nothing of it. */
const endedRed = (episodes: readonly Episode[], outcome: SessionOutcome | undefined): boolean =>
  episodes.some(
    ({ state, weakened, check }) => state !== 'resolved' && !weakened && checksIn(check).length > 0,
  ) ||
  (outcome?.status === 'failed' && outcome.basis === 'own_check')
