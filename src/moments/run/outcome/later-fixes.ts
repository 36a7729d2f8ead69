/**
 * Work of which nothing but a commit said how it went may be taken back or fixed later: for two weeks
 * its commits are looked for when a session begins and the repository has moved on.
 */
import { isCountedOutcome } from '../../../schema/is-counted-outcome.js'
import type { SessionOutcome } from '../../../schema/session-outcome.js'
import type { RecordOf, RecordWrite } from '../../../schema/records.js'
import type { Store } from '../../../store.js'
import { shortHash } from '../../../util/loose-json.js'
import type { EndFacts } from '../../../schema/end-facts.js'
import { restsOnCommit } from './judge-outcome.js'

const KIND = 'session-later-fix'
const WINDOW_MS = 14 * 24 * 3_600_000
/** Each costs a few calls of git. */
const MAX_LOOKED = 3
const MAX_ROWS = 20

/** The row by which it is looked for; none where the outcome is sure or nothing was committed. */
export function watchLater(outcome: SessionOutcome, facts: EndFacts, now: string): RecordWrite[] {
  const { base } = facts
  const head = facts.committed ?? facts.head
  const isSure = isCountedOutcome(outcome) && !restsOnCommit(outcome, facts)
  if (outcome.status === 'aborted' || (isSure && outcome.status !== 'completed')) return []
  if (base === null || head === null || base === head) return []
  const record: RecordOf<'due'> = {
    id: `${KIND}:${shortHash(outcome.sessionId)}`,
    sessionId: outcome.sessionId,
    kind: KIND,
    owner: 'next-start',
    dueAt: now,
    expiresAt: new Date(Date.parse(outcome.endedAt) + WINDOW_MS).toISOString(),
    payload: {
      outcome: outcome.id,
      reason: outcome.reason,
      base,
      head,
      looked: head,
      ...(isSure && outcome.basis !== 'recorded_checks' ? { only: 'revert' } : {}),
    },
  }
  return [{ kind: 'due', record }]
}

export interface LaterTerms {
  store: Store
  now: string
  /** The commit that the repository stands at. */
  head: string
  findFix(session: {
    base: string
    head: string
    since: string
    until: string
  }): Promise<{ kind: 'revert' | 'fix'; commit: string } | { kind: 'gone' } | null>
}

export async function settleLaterFixes(terms: LaterTerms): Promise<SessionOutcome[]> {
  const { store, head } = terms
  const rows = await store.list('due', { kind: KIND, order: 'oldest', limit: MAX_ROWS })
  const moved = rows.filter(({ payload }) => payload['looked'] !== head).slice(0, MAX_LOOKED)
  const settled: SessionOutcome[] = []
  for (const row of moved) {
    const outcome = await lookLater(row, terms)
    if (outcome !== null) settled.push(outcome)
  }
  return settled
}

async function lookLater(
  row: RecordOf<'due'>,
  { store, now, head, findFix }: LaterTerms,
): Promise<SessionOutcome | null> {
  const { outcome: id = '', base = '', head: end = '' } = row.payload
  const outcome = await store.get('session_outcome', id)
  const isSettledSince =
    outcome === null || (isCountedOutcome(outcome) && outcome.reason !== row.payload['reason'])
  if (isSettledSince) {
    await store.remove('due', row.id, now)
    return null
  }
  const since = outcome.endedAt
  const found = await findFix({ base, head: end, since, until: row.expiresAt })
  // Where a person or our own check spoke for it, a later fix says nothing against it; taking it back does.
  if (found === null || (row.payload['only'] === 'revert' && found.kind === 'fix')) {
    // Whatever was looked at goes behind the others: each gets its turn, however often the head moves.
    const looked = { ...row, dueAt: now, payload: { ...row.payload, looked: head } }
    if (row.expiresAt <= now) await store.remove('due', row.id, now)
    else await store.add([{ kind: 'due', record: looked }])
    return null
  }
  const failed: SessionOutcome = {
    ...outcome,
    status: 'failed',
    basis: 'later_fix',
    reason:
      found.kind === 'gone'
        ? 'taken back: no branch has its commits'
        : `${WORDS[found.kind]} by ${found.commit.slice(0, 12)}`,
    settledAt: now,
  }
  return store.change({ kind: 'due', id: row.id, at: now }, (still) => ({
    writes: still === null ? [] : [{ kind: 'session_outcome', record: failed }],
    removes: still === null ? [] : [{ kind: 'due', id: row.id }],
    events: [],
    result: still === null ? null : failed,
  }))
}

const WORDS = { revert: 'reverted', fix: 'lines of it fixed' }
