/**
 * Brings the log to a collector: each signal has a mark of how far it was sent, in the store, so that a
 * restart sends nothing twice. What can't be sent waits in the log, not in memory.
 */
import type { Store } from '../store.js'
import type { LogEvent } from '../schema/log-event.js'
import type { Otlp } from './otlp.js'
import { readSignals, TOLD_KINDS } from './read-signals.js'
import type { Signals } from './signal.js'

export interface ExportTerms {
  store: Store
  content: boolean
  now: Date
  signal: AbortSignal
}

const SIGNALS = ['spans', 'events', 'points'] as const
type SignalName = (typeof SIGNALS)[number]

const BATCH = 200
const MARK_MS = 10 * 365 * 24 * 60 * 60 * 1000
/** Longer than a pass takes at most; a server that was killed keeps another from it no longer. */
const LEASE_MS = 15_000

/** Sends what is new; true when there may be more. Throws what the collector's failure is. */
export async function exportLog(otlp: Otlp, terms: ExportTerms): Promise<boolean> {
  const { store, now } = terms
  const at = now.toISOString()
  const expiresAt = new Date(now.getTime() + LEASE_MS).toISOString()
  // Of two servers one sends.
  if (!(await store.claimCache('telemetry:lease', at, { now: at, expiresAt }))) return false
  try {
    let isMore = false
    for (const name of SIGNALS) isMore = (await exportSignal(name, otlp, terms)) || isMore
    return isMore
  } finally {
    await store.writeCache('telemetry:lease', at, at)
  }
}

async function exportSignal(name: SignalName, otlp: Otlp, terms: ExportTerms): Promise<boolean> {
  const { store, now, signal } = terms
  const key = `telemetry:${name}`
  const put = (id: number): Promise<void> =>
    store.writeCache(key, String(id), new Date(now.getTime() + MARK_MS).toISOString())
  const known = await store.readCache(key, now.toISOString())
  // From when it was switched on: earlier events were not asked for.
  if (known === null) {
    await put(await newestId(store))
    return false
  }
  const events = await store.readEvents({ after: Number(known), kinds: TOLD_KINDS, limit: BATCH })
  if (events.length === 0 || signal.aborted) return false
  await sendOne(name, otlp, await signalsOf(events, terms))
  await put(events.at(-1)!.id)
  return events.length === BATCH
}

const newestId = async (store: Store): Promise<number> =>
  (await store.readEvents({ order: 'newest', limit: 1 }))[0]?.id ?? 0

async function signalsOf(events: readonly LogEvent[], terms: ExportTerms): Promise<Signals> {
  const all: Signals = { spans: [], events: [], points: [] }
  for (const event of events) {
    const { spans, events: told, points } = await readSignals(event, terms)
    all.spans.push(...spans)
    all.events.push(...told)
    all.points.push(...points)
  }
  return all
}

function sendOne(name: SignalName, otlp: Otlp, signals: Signals): Promise<void> {
  switch (name) {
    case 'spans':
      return otlp.sendSpans(signals.spans)
    case 'events':
      return otlp.sendEvents(signals.events)
    case 'points':
      return otlp.sendPoints(signals.points)
  }
}
