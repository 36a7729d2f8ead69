import type { Config } from '../schema/config.js'
import type { RecordKind } from '../schema/records.js'
import type { Place, Store } from '../store.js'

/** Rows that a hook may delete, once a day, where no server does it. */
export const HOOK_ROWS = 500

const DAY_MS = 24 * 60 * 60 * 1000
const DUE_PAGE = 200
/** Long enough to answer a question about it; the server has it. */
const SENT_DAYS = 30
const MARK = 'retention:day'

interface Rule {
  kind: Exclude<RecordKind, 'due'> | 'event' | 'session' | 'cache'
  days: number
  state?: string
}

/**
 * What ends by a decision is kept: lessons, tasks, checks, skills, trials, lines of the self-model,
 * open findings. So is what waits to be sent.
 */
function rules(retention: Config['retention']): Rule[] {
  return [
    { kind: 'cache', days: 0 },
    { kind: 'event', days: retention.eventsDays },
    // A session is a fold of its events, and can't outlive them.
    { kind: 'session', days: retention.eventsDays },
    { kind: 'interaction', days: retention.interactionsDays },
    { kind: 'model_call', days: retention.modelCallsDays },
    { kind: 'verdict', days: retention.verdictsDays },
    { kind: 'demand', days: retention.verdictsDays },
    { kind: 'run', days: retention.runsDays },
    { kind: 'check_run', days: retention.checkRunsDays },
    { kind: 'episode', days: retention.episodesDays },
    { kind: 'outcome', days: retention.outcomesDays },
    { kind: 'session_outcome', days: retention.outcomesDays },
    { kind: 'finding', days: retention.findingsDays, state: 'resolved' },
    { kind: 'exposure', days: retention.exposuresDays },
    { kind: 'recall', days: retention.exposuresDays },
    { kind: 'memory', days: retention.memoryDays },
    { kind: 'outbox', days: SENT_DAYS, state: 'sent' },
  ]
}

export type Expired = Partial<Record<Rule['kind'] | 'due', number>>

/** Deletes what is older than its table keeps, at most `limit` rows; says how many of each kind. */
export async function expireOld(
  store: Store,
  retention: Config['retention'],
  { now, limit }: { now: Date; limit: number },
): Promise<Expired> {
  const due = await expireDue(store, now.toISOString(), limit)
  const expired: Expired = due > 0 ? { due } : {}
  let left = limit - due
  for (const { kind, days, state } of rules(retention)) {
    if (left <= 0) break
    const before = new Date(now.getTime() - days * DAY_MS).toISOString()
    const count = await store.expire(kind, before, left, state)
    if (count > 0) expired[kind] = count
    left -= count
  }
  return expired
}

/** A due row says itself how long it is of use: being late is no reason to drop it. */
async function expireDue(store: Store, now: string, limit: number): Promise<number> {
  let count = 0
  let beyond: Place | undefined
  do {
    const query = { before: now, order: 'oldest', limit: DUE_PAGE } as const
    const { rows, next } = await store.page(
      'due',
      beyond === undefined ? query : { ...query, beyond },
    )
    for (const { id, expiresAt } of rows) {
      if (count >= limit) return count
      if (expiresAt <= now && (await dropDue(store, id, now))) count += 1
    }
    beyond = next ?? undefined
  } while (beyond !== undefined)
  return count
}

/** Looks again under the transaction: the row may have been planned anew. */
const dropDue = (store: Store, id: string, now: string): Promise<boolean> =>
  store.change({ kind: 'due', id, at: now }, (row) => {
    const isOver = row !== null && row.expiresAt <= now
    return { writes: [], removes: isOver ? [{ kind: 'due', id }] : [], events: [], result: isOver }
  })

/** The same, once a day over all processes and in small; null when another one did it today. */
export async function expireDaily(
  store: Store,
  retention: Config['retention'],
  now: Date,
): Promise<Expired | null> {
  const at = now.toISOString()
  if ((await store.readCache(MARK, at)) !== null) return null
  const expiresAt = `${new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
  if (!(await store.claimCache(MARK, at, { now: at, expiresAt }))) return null
  return expireOld(store, retention, { now, limit: HOOK_ROWS })
}
