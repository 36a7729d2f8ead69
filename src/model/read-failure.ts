import { quoteFact } from '../safety/fence.js'
import { redactText } from '../safety/redact.js'
import type { Generation } from './backend.js'
import { TOO_LARGE } from '../util/bounded-fetch.js'

type Failed = Extract<Generation, { ok: false }>

/** The part of a provider package's error that is looked at. The rest holds requests and headers. */
interface CallError {
  statusCode?: number
  responseHeaders?: Record<string, string>
  message?: string
  name?: string
  cause?: unknown
}

export interface FailedCall {
  /** Who was asked, in words. */
  who: string
  /** Where the key came from, in words. */
  keyFrom: string
  /** Texts that must never be repeated. */
  secrets: readonly string[]
  signal: AbortSignal
  now: Date
}

/** What an error of a provider's package means. Nothing of it is kept but one clean line. */
export function readFailure(error: unknown, asked: FailedCall): Failed {
  const { statusCode: status, responseHeaders = {} } = (error ?? {}) as CallError
  const { who, signal, now } = asked
  if (signal.aborted) return { ok: false, failure: 'aborted', reason: `${who}: given up` }
  const said = clean(messageOf(error), asked.secrets)
  if (chain(error).some(({ name }) => name === TOO_LARGE)) {
    return { ok: false, failure: 'too_large', reason: `${who} sent too much: ${said}` }
  }
  if (status === undefined) {
    return { ok: false, failure: 'unavailable', reason: `${who}: ${said}`, retryable: true }
  }
  const reason = `${who} answered ${status}: ${said}`
  if (status === 401 || status === 403) {
    const key = `${who} refused the key in ${asked.keyFrom} (${status})`
    return { ok: false, failure: 'key_refused', reason: key }
  }
  // A body that can't be read carries the status of success.
  if (status < 400) {
    const cut = `${who} sent a broken answer: ${said}`
    return { ok: false, failure: 'truncated', reason: cut, retryable: true }
  }
  const retryAfterMs = readRetryAfter(responseHeaders, now)
  const wait = retryAfterMs === null ? {} : { retryAfterMs }
  if (status === 429)
    return { ok: false, failure: 'rate_limited', reason, retryable: true, ...wait }
  if (status >= 500 || status === 408 || status === 409) {
    return { ok: false, failure: 'unavailable', reason, retryable: true, ...wait }
  }
  return { ok: false, failure: 'refused', reason }
}

/** One short line without the given texts and without anything that looks like a secret. */
export function clean(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) {
    if (secret !== '') safe = safe.replaceAll(secret, '[redacted:key]')
  }
  return quoteFact(redactText(safe))
}

function messageOf(error: unknown): string {
  const innermost = chain(error).at(-1)
  return String(innermost?.message ?? error)
}

/** An error and its causes; a chain that is a ring ends too. */
function chain(error: unknown): CallError[] {
  const errors: CallError[] = []
  for (let at = error; typeof at === 'object' && at !== null && errors.length < 8;) {
    errors.push(at as CallError)
    at = (at as CallError).cause
  }
  return errors
}

/** Milliseconds, from `retry-after-ms` or from the seconds or the date of `retry-after`. */
function readRetryAfter(headers: Record<string, string>, now: Date): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return Math.ceil(ms)
  const after = headers['retry-after']?.trim()
  if (after === undefined || after === '') return null
  const seconds = Number(after)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.ceil(seconds * 1000)
  const date = Date.parse(after)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
