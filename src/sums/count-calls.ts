import type { ModelCall } from '../schema/model-call.js'
import type { Store } from '../store.js'
import { dayRow, UnitCounts } from './unit-counts.js'
import type { Unit } from './unit-counts.js'

const MAX_ROWS = 50_000
const DAY_MS = 86_400_000
/** Whole numbers add up to the same sum in any order; dollars do not. */
export const NANOS = 1e9

/** What the model calls of one day (UTC), or of its rest, add up to by role, model and backend. */
export async function countCalls(
  store: Store,
  day: string,
  since = `${day}T00:00:00.000Z`,
): Promise<Unit> {
  const before = new Date(Date.parse(day) + DAY_MS).toISOString()
  const counts = new UnitCounts()
  const calls = await store.list('model_call', { since, before, limit: MAX_ROWS })
  for (const call of calls) addCall(counts, call)
  return { adds: counts.build(), at: since, place: null, about: null }
}

export function addCall(counts: UnitCounts, call: ModelCall): void {
  // Lines that say "there is no model" are no calls.
  if (call.outcome === 'no_backend') return
  for (const by of ['role', 'model', 'backend'] as const) addGrouped(counts, by, call)
}

function addGrouped(counts: UnitCounts, by: 'role' | 'model' | 'backend', call: ModelCall): void {
  const add = (figure: string, value: number) =>
    counts.add(dayRow(call.startedAt), `call ${by} ${figure} ${call[by]}`, value)
  add('calls', 1)
  add(STATES[call.outcome] ?? call.outcome, 1)
  if (call.outcome === 'ok' && call.cost === null) add('unpriced', 1)
  if (!COUNTED.has(call.outcome)) return
  add('inputTokens', call.inputTokens ?? 0)
  add('outputTokens', call.outputTokens ?? 0)
  add('nanos', Math.round((call.cost ?? 0) * NANOS))
  add('durationMs', call.durationMs)
}

const COUNTED: ReadonlySet<ModelCall['outcome']> = new Set(['ok', 'failed', 'timeout'])
const STATES: Partial<Record<ModelCall['outcome'], string>> = {
  timeout: 'failed',
  refused_by_budget: 'refused',
  reserved: 'unsettled',
}
