import type { ModelFailure } from '../model.js'
import type { CallLedger } from './ledger.js'

/** How long a backend that failed is passed over, from what it failed with and how often in a row. */
function pauseMs(
  failure: ModelFailure,
  failures: number,
  retryAfterMs: number | undefined,
): number {
  const known = Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS)
  switch (failure) {
    case 'key_refused':
      return KEY_PAUSE_MS
    case 'rate_limited':
      return Math.max(known, backOff(failures))
    // A model that hangs costs its whole time at every stop: three times, then no more for long.
    case 'timeout':
      return failures < 3 ? known : MAX_PAUSE_MS
    case 'unavailable':
    case 'too_large':
    case 'truncated':
      return Math.max(known, failures < 2 ? 0 : backOff(failures - 1))
    default:
      return 0
  }
}

const KEY_PAUSE_MS = 5 * 60_000
const MAX_PAUSE_MS = 60 * 60_000
const backOff = (failures: number): number => Math.min(30_000 * 2 ** (failures - 1), 10 * 60_000)

/** The breaker's state is a row, because a hook lives too short to remember. */
interface BreakerRow {
  failures: number
  /** ISO instant until which the backend is passed over. */
  until: string
  reason: string
}

const MEMORY_MS = 60 * 60_000
const keyOf = (backend: string): string => `model:breaker:${backend}`

/** Why a backend is passed over now; null when it may be asked. */
export async function readBreaker(ledger: CallLedger, backend: string, now: Date) {
  const row = await readRow(ledger, backend, now)
  return row !== null && row.until > now.toISOString() ? `until ${row.until}: ${row.reason}` : null
}

export async function noteFailure(
  ledger: CallLedger,
  backend: string,
  failed: { failure: ModelFailure; reason: string; retryAfterMs?: number },
  now: Date,
): Promise<void> {
  const failures = ((await readRow(ledger, backend, now))?.failures ?? 0) + 1
  const pause = pauseMs(failed.failure, failures, failed.retryAfterMs)
  if (!COUNTED.has(failed.failure)) return
  const until = new Date(now.getTime() + pause).toISOString()
  const expiresAt = new Date(now.getTime() + pause + MEMORY_MS).toISOString()
  const row: BreakerRow = { failures, until, reason: failed.reason }
  await ledger.writeCache(keyOf(backend), JSON.stringify(row), expiresAt)
}

/** One answer closes the breaker. */
export async function noteSuccess(ledger: CallLedger, backend: string, now: Date): Promise<void> {
  if ((await readRow(ledger, backend, now)) === null) return
  await ledger.writeCache(keyOf(backend), '', now.toISOString())
}

const COUNTED = new Set<ModelFailure>([
  'key_refused',
  'rate_limited',
  'unavailable',
  'timeout',
  'too_large',
  'truncated',
])

async function readRow(ledger: CallLedger, backend: string, now: Date): Promise<BreakerRow | null> {
  const text = await ledger.readCache(keyOf(backend), now.toISOString())
  try {
    return text === null ? null : (JSON.parse(text) as BreakerRow)
  } catch {
    return null
  }
}
