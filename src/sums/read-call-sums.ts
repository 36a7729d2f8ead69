import type { CallGrouping, CallSum } from '../schema/model-call.js'
import type { Store } from '../store.js'
import { addCall, countCalls, NANOS } from './count-calls.js'
import { countsUnder } from './counts.js'
import type { Counts } from './counts.js'
import { readDays, sumDays } from './read-sums.js'
import type { DaySum } from './read-sums.js'
import { dayOf, dayRow, UnitCounts } from './unit-counts.js'

interface CallQuery {
  by: CallGrouping
  since?: string
}

/** The ledger added up, biggest spenders first. */
export async function readCallSums(store: Store, { by, since }: CallQuery): Promise<CallSum[]> {
  const days = await readDays(store, since)
  return groupCalls(since === undefined ? days : await withRestOfDay(store, since, days), by)
}

/** The same from its lines, for a command that reads no other sums: it has nothing to bring up first. */
export async function sumCalls(
  store: Pick<Store, 'list'>,
  { by, since }: CallQuery,
): Promise<CallSum[]> {
  const counts = new UnitCounts()
  const query = { limit: MAX_CALLS, ...(since === undefined ? {} : { since }) }
  for (const call of await store.list('model_call', query)) addCall(counts, call)
  const days = Object.entries(counts.build()).map(([row, counts]) => ({
    day: row.slice(dayRow('').length),
    counts,
  }))
  return groupCalls(days, by)
}

const MAX_CALLS = 1_000_000

function groupCalls(whole: readonly DaySum[], by: CallGrouping): CallSum[] {
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
