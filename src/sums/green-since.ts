/**
 * Whether a check that a session left red was green in a later one, by the checks at the ends of sessions.
 * A session that began before it was red last may have run its checks before, and shows nothing.
 */
import { checksIn } from '../read/shell/checks-in.js'
import { covers } from '../read/shell/covers.js'
import { EndFacts, OUTCOME_DUE } from '../schema/end-facts.js'
import type { Episode } from '../schema/episode.js'
import type { Store } from '../store.js'
import { parseJson } from '../util/parse-json.js'

interface LeftRed extends Pick<Episode, 'check' | 'tests' | 'startedAt' | 'endedAt'> {}

/** More sessions than a month has. */
const MAX_SESSIONS = 1000

export type IsGreenSince = (red: LeftRed) => boolean

export const isLeftRed = ({ state }: Pick<Episode, 'state'>): boolean => state === 'abandoned'

/** What is asked of it has to be red since then, or later. */
export async function readGreenSince(
  store: Pick<Store, 'list' | 'readSession'>,
  since: string,
): Promise<IsGreenSince> {
  const outcomes = await store.list('session_outcome', { since, limit: MAX_SESSIONS })
  const ends = outcomes.map(({ endedAt, durationMs, checks }) => ({
    // Without a beginning nothing is known to be later.
    from: durationMs === null ? 0 : Date.parse(endedAt) - durationMs,
    green: checks.green,
  }))
  for (const row of await store.list('due', { kind: OUTCOME_DUE, since, limit: MAX_SESSIONS })) {
    const facts = EndFacts.safeParse(parseJson(row.payload['facts'] ?? ''))
    const session = row.sessionId === null ? null : await store.readSession(row.sessionId)
    if (facts.success && session !== null)
      ends.push({ from: Date.parse(session.startedAt), green: facts.data.green })
  }
  const greens = ends.map(({ from, green }) => ({ from, checks: green.flatMap(checksIn) }))
  return ({ check, tests, startedAt, endedAt }) => {
    const at = Date.parse(endedAt ?? startedAt)
    const red = checksIn(check).map((one) => ({ ...one, failing: tests }))
    const later = greens.filter(({ from }) => from >= at).flatMap((one) => one.checks)
    return red.length > 0 && red.every((one) => later.some((green) => covers(green, one)))
  }
}
