import type { WaitingSession } from '../schema/api/overview.js'
import type { SessionState } from '../schema/session-state.js'
import { isForPerson } from '../schema/verdict.js'
import type { Verdict } from '../schema/verdict.js'
import type { Store } from '../store.js'
import { readGreenSince } from '../sums/green-since.js'
import type { IsGreenSince } from '../sums/green-since.js'
import { oneLine } from '../util/one-line.js'
import { askedOf } from './asked-of.js'

/** Older ones were left behind; the list of sessions still has them. */
const MAX_AGE_MS = 14 * 86_400_000
/** The last active sessions, of which those that wait are picked. */
const LOOKED_AT = 200
const MAX_CHARS = 200

/** Sessions whose last stop asks a person, or was let through red, last active first. */
export async function readWaits(
  store: Store,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingSession[]> {
  const since = new Date(now.getTime() - MAX_AGE_MS).toISOString()
  const { rows } = await store.pageSessions({ since, limit: LOOKED_AT })
  const isGreenSince = await readGreenSince(store, since)
  const waits: WaitingSession[] = []
  for (const state of rows) {
    if (waits.length >= limit) break
    const found = await waitsFor(state, store, isGreenSince)
    if (found !== null) waits.push(found)
  }
  return waits
}

/** One of them in a sentence. */
export function waitText({ why, asked, text, sessionId }: WaitingSession): string {
  const about = asked === null ? `Session ${sessionId}` : `“${asked}”`
  const what = why === 'asks' ? 'waits for an answer' : 'was let through red'
  const words = why === 'asks' ? text : `missing is ${text}`
  return text === '' ? `${about} ${what}.` : `${about} ${what}: ${words}`
}

async function waitsFor(
  state: SessionState,
  store: Store,
  isGreenSince: IsGreenSince,
): Promise<WaitingSession | null> {
  const { sessionId, turn, turnEnd, updatedAt, endedAt, parentSessionId, agent } = state
  // What is written behind its end is no work.
  const at = endedAt ?? updatedAt
  // A subagent's caller answers it; what goes on, failed or was stopped by a person asks for nothing.
  if (parentSessionId !== null || !STOPPED.has(turnEnd)) return null
  const [last] = await store.list('verdict', { sessionId, limit: 1 })
  const verdict = last?.turn === turn ? last : null
  const why = whyItWaits(turnEnd, verdict)
  if (why === null || (await isSettled({ sessionId, at, why }, store, isGreenSince))) return null
  return {
    sessionId,
    agent,
    at,
    why,
    asked: await askedOf(sessionId, at, store),
    text: oneLine(wordsOf(verdict), MAX_CHARS),
  }
}

const STOPPED: ReadonlySet<SessionState['turnEnd']> = new Set([
  'waiting',
  'reflected',
  'capped',
  'no_progress',
])

function whyItWaits(
  end: SessionState['turnEnd'],
  verdict: Verdict | null,
): WaitingSession['why'] | null {
  if (end === 'waiting') return 'asks'
  if (end === 'capped' || end === 'no_progress') return 'red'
  if (verdict === null || verdict.complete !== false) return null
  return isForPerson(verdict) ? 'asks' : 'red'
}

/** What only a person can do, or what is missing; in the words that we have for it. */
const wordsOf = (verdict: Verdict | null): string =>
  verdict === null
    ? ''
    : (verdict.missing[0] ?? verdict.next_actions[0] ?? verdict.feedback.split('\n')[0] ?? '')

/** A check, a person or a commit said since that it is done, or a person gave it up; what was red is green. */
async function isSettled(
  { sessionId, at, why }: Pick<WaitingSession, 'sessionId' | 'at' | 'why'>,
  store: Store,
  isGreenSince: IsGreenSince,
): Promise<boolean> {
  const [outcome] = await store.list('session_outcome', { sessionId, limit: 1 })
  if (outcome === undefined || outcome.endedAt < at) return false
  const { status, endedAt, checks } = outcome
  const red = checks.red.map((check) => ({ check, tests: [], startedAt: at, endedAt }))
  const isGreen = why === 'red' && red.length > 0 && red.every(isGreenSince)
  return status === 'completed' || status === 'aborted' || isGreen
}
