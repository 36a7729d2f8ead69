import type { GuardBodies } from '../../../guard/guard-event.js'
import { readSessionLearning } from '../../../memory/session-learning.js'
import type { SessionLearning } from '../../../memory/session-learning.js'
import { JUDGED_ACTION } from '../../../schema/judged-action.js'
import type { JudgedDemand } from '../../../schema/demand.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { CheckNotRun, JudgedGate, JudgedNote } from '../../../schema/judged-note.js'
import type { LogEvent } from '../../../schema/log-event.js'
import type { Verdict } from '../../../schema/verdict.js'
import type { WeakenedCheck } from '../../../schema/weakened-check.js'
import type { Store } from '../../../store.js'

/** What was decided at the last stop, and what it rests on. */
export interface Decision extends SessionLearning {
  session_id: string
  at: string
  /** What went out: `continue`, `toast`, `error`, `none` with a reason; `undelivered` would have. */
  action: string
  reason: string
  /** null when it was not judged: then the reason says why. */
  verdict: Verdict | null
  /** Why something red goes through after all, for want of a further push; null when it doesn't. */
  let_through: LetThrough | null
  /** Red gates with the fact behind each. */
  gates: JudgedGate[]
  /** What was demanded, with what the evidence says of it. */
  demands: JudgedDemand[]
  /** Objections of the judge model whose pointer did not hold. */
  dropped: number
  /** The checks that we ran in this turn, oldest first. */
  checks: CheckRun[]
  /** The user's checks that did not run at this stop, each with the reason. */
  not_run: CheckNotRun[]
  /** Checks that the change made weaker. */
  weakened: WeakenedCheck[]
  marked_wrong: boolean
  /** The other decisions on stops of the session: pushes first, each newest first. */
  others: OtherDecision[]
}

interface OtherDecision {
  at: string
  action: string
  reason: string
}

type LetThrough = 'no_progress' | 'capped'

// Some clients tell of an abort and of no stop after it.
const KINDS = ['guard.settled', 'guard.closed', 'agent.session-aborted'] as const

const LOOKED_AT = 20

/** A prompt, a start or an end decides nothing about going on, so it hides no abort or stop before it. */
function isNoted(event: LogEvent): boolean {
  if (event.kind !== 'guard.settled') return false
  const { fence, action } = event.body as GuardBodies['guard.settled']
  return fence === null && action.kind === 'none'
}

export async function findLastDecision(
  store: Store,
  sessionId: string | undefined,
  wrongAction: string,
): Promise<Decision | null> {
  const events = await store.readEvents({
    kinds: KINDS,
    order: 'newest',
    limit: LOOKED_AT,
    ...(sessionId === undefined ? {} : { sessionId }),
  })
  const event = events.find((one) => !isNoted(one)) ?? events[0]
  if (event?.sessionId == null) return null
  const { action, reason } = describe(event)
  const judged = await findJudged(store, event)
  const marks = await store.list('interaction', { sessionId: event.sessionId, limit: 500 })
  const id = judged?.verdict.id
  return {
    session_id: event.sessionId,
    at: event.at,
    action,
    reason: judged?.reason ?? reason,
    verdict: judged?.verdict ?? null,
    let_through: letThrough(event, judged),
    gates: judged?.gates ?? [],
    demands: judged?.demands ?? [],
    dropped: judged?.dropped ?? 0,
    checks: await readChecksOf(store, event.sessionId),
    not_run: judged?.notRun ?? [],
    weakened: judged?.weakened ?? [],
    ...(await readSessionLearning(store, event.sessionId)),
    marked_wrong: marks.some((mark) => mark.action === wrongAction && mark.input === id),
    others: await readOthers(store, event),
  }
}

const MAX_OTHERS = 20

async function readOthers(store: Store, { id, sessionId }: LogEvent): Promise<OtherDecision[]> {
  const events = await store.readEvents({
    kinds: KINDS,
    order: 'newest',
    limit: 200,
    sessionId: sessionId!,
  })
  const others = events
    .filter((one) => one.id !== id && !isNoted(one))
    .map((one) => ({ at: one.at, ...describe(one) }))
  const isPush = ({ action }: OtherDecision): boolean => action === 'continue'
  return [...others.filter(isPush), ...others.filter((one) => !isPush(one))].slice(0, MAX_OTHERS)
}

async function readChecksOf(store: Store, sessionId: string): Promise<CheckRun[]> {
  const runs = await store.list('check_run', { sessionId, limit: 20 })
  if (runs.length === 0) return []
  const session = await store.readSession(sessionId)
  return runs.filter(({ turn }) => turn === session?.turn).toReversed()
}

function describe(event: LogEvent): { action: string; reason: string } {
  if (event.kind === 'agent.session-aborted') return { action: 'none', reason: 'aborted' }
  if (event.kind === 'guard.closed') {
    const { reason } = event.body as GuardBodies['guard.closed']
    return { action: 'none', reason }
  }
  const { action } = event.body as GuardBodies['guard.settled']
  if (action.kind !== 'none') return { action: action.kind, reason: action.text }
  const { reason } = action
  return { action: reason === 'undelivered' ? reason : 'none', reason }
}

function letThrough(event: LogEvent, judged: Judged | null): LetThrough | null {
  if (event.kind === 'agent.session-aborted') return null
  if (event.kind === 'guard.closed') {
    const { reason } = event.body as GuardBodies['guard.closed']
    return reason === 'capped' ? 'capped' : null
  }
  const { action, end } = event.body as GuardBodies['guard.settled']
  if (action.kind === 'continue' || (end !== 'no_progress' && end !== 'capped')) return null
  return judged === null || judged.verdict.complete === false ? end : null
}

interface Judged {
  verdict: Verdict
  reason: string
  gates: JudgedGate[]
  demands: JudgedDemand[]
  dropped: number
  weakened: WeakenedCheck[]
  notRun: CheckNotRun[]
}

/** The verdict that this very decision settled; an earlier one explains nothing of it. */
async function findJudged(store: Store, event: LogEvent): Promise<Judged | null> {
  if (event.kind !== 'guard.settled') return null
  const [verdict] = await store.list('verdict', { sessionId: event.sessionId!, limit: 1 })
  if (verdict === undefined || verdict.timestamp > event.at) return null
  if (verdict.timestamp < (await stoppedAt(store, event))) return null
  const notes = await store.list('interaction', { sessionId: event.sessionId!, limit: 50 })
  const note = notes.find(({ action, input }) => action === JUDGED_ACTION && input === verdict.id)
  const told = readNote(note?.output)
  const { reason = '', gates = [], demands = [], dropped = 0, notRun = [], facts } = told
  return { verdict, reason, gates, demands, dropped, notRun, weakened: facts?.weakened ?? [] }
}

/** When the stop came that this decision is about; the decision's own instant when it was no stop. */
async function stoppedAt(store: Store, { sessionId, at, body }: LogEvent): Promise<string> {
  const { eventId } = body as GuardBodies['guard.settled']
  const stops = await store.readEvents({
    kinds: ['agent.session-stopped'],
    sessionId: sessionId!,
    limit: 20,
    order: 'newest',
  })
  return stops.find((stop) => (stop.body as { id?: unknown }).id === eventId)?.at ?? at
}

type Note = Partial<Pick<Judged, 'reason' | 'gates' | 'demands' | 'dropped' | 'notRun'>> &
  Partial<Pick<JudgedNote, 'facts'>>

function readNote(output: string | undefined): Note {
  try {
    return output === undefined ? {} : (JSON.parse(output) as Note)
  } catch {
    return {}
  }
}
