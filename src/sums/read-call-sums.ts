import type { CallGrouping, CallSum } from '../schema/model-call.js'
import type { Store } from '../store.js'
import { countCalls, NANOS } from './count-calls.js'
import { countsUnder } from './counts.js'
import type { Counts } from './counts.js'
import { readDays, sumDays } from './read-sums.js'
import type { DaySum } from './read-sums.js'
import { dayOf, dayRow } from './unit-counts.js'

/** The ledger added up, biggest spenders first. */
export async function readCallSums(
  store: Store,
  { by, since }: { by: CallGrouping; since?: string },
): Promise<CallSum[]> {
  const days = await readDays(store, since)
  const whole = since === undefined ? days : await withRestOfDay(store, since, days)
  const sums =
    by === 'day'
      ? whole.flatMap(({ day, counts }) => toSums(counts, 'role', () => day))
      : toSums(sumDays(whole), by, (group) => group)
  return sums.sort(
    (a, b) => b.usd - a.usd || tokensOf(b) - tokensOf(a) || (a.group < b.group ? -1 : 1),
  )
}

/** An instant in the middle of a day takes only what came after it. */
async function withRestOfDay(store: Store, since: string, days: DaySum[]): Promise<DaySum[]> {
  const day = dayOf(since)
  if (since === `${day}T00:00:00.000Z`) return days
  const { adds } = await countCalls(store, day, since)
  const rest = { day, counts: adds[dayRow(day)] ?? {} }
  return [rest, ...days.filter((other) => other.day !== day)]
}

const tokensOf = ({ inputTokens, outputTokens }: CallSum): number => inputTokens + outputTokens

function toSums(counts: Counts, by: string, groupOf: (name: string) => string): CallSum[] {
  const groups = new Map<string, Record<string, number>>()
  for (const [name, count] of countsUnder(counts, `call ${by}`)) {
    const [figure = '', ...rest] = name.split(' ')
    const group = groupOf(rest.join(' '))
    const figures = groups.get(group) ?? {}
    figures[figure] = (figures[figure] ?? 0) + count
    groups.set(group, figures)
  }
  return [...groups].map(([group, figures]) => toSum(group, (name) => figures[name] ?? 0))
}

const toSum = (group: string, of: (figure: string) => number): CallSum => ({
  group,
  calls: of('calls'),
  ok: of('ok'),
  failed: of('failed'),
  refused: of('refused'),
  unsettled: of('unsettled'),
  inputTokens: of('inputTokens'),
  outputTokens: of('outputTokens'),
  usd: of('nanos') / NANOS,
  unpriced: of('unpriced'),
  durationMs: of('durationMs'),
})
