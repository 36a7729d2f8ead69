import type { TeamRowKind } from '../schema/api/team.js'
import type { RecordOf } from '../schema/records.js'

const TIMES: { readonly [K in TeamRowKind]: readonly (keyof RecordOf<K>)[] } = {
  episode: ['startedAt', 'endedAt'],
  session_outcome: ['endedAt', 'settledAt'],
  demand: ['askedAt', 'settledAt'],
  self_line: ['since', 'madeAt'],
}

/** By so much two clocks differ that are both right. */
const TOLERANCE_MS = 10 * 60_000

/**
 * A row of a machine whose clock is ahead, moved back as a whole until it ends now. Else it would be the
 * newest of every list until that time has come, and be kept for longer than others.
 */
export function notAhead<K extends TeamRowKind>(
  kind: K,
  record: RecordOf<K>,
  now: Date,
): RecordOf<K> {
  const times = TIMES[kind].flatMap((name) => {
    const at = record[name]
    return typeof at === 'string' ? [[name, Date.parse(at)] as const] : []
  })
  const aheadMs = Math.max(...times.map(([, at]) => at)) - now.getTime()
  if (aheadMs <= TOLERANCE_MS) return record
  const moved = times.map(([name, at]) => [name, new Date(Math.max(0, at - aheadMs)).toISOString()])
  return { ...record, ...Object.fromEntries(moved) }
}
