import { toPerson } from '../../../util/to-person.js'
import { foldSession } from '../../../guard/fold-session.js'
import type { GuardBodies } from '../../../guard/guard-event.js'
import type { AgentEvent } from '../../../schema/agent-event.js'
import type { CheckItem, TurnSummary } from '../../../schema/api/session.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { Claim } from '../../../schema/claim.js'
import type { JudgedNote } from '../../../schema/judged-note.js'
import type { LogEvent } from '../../../schema/log-event.js'
import type { SessionState, TurnEnd } from '../../../schema/session-state.js'
import type { Severity, Verdict } from '../../../schema/verdict.js'
import { clip } from '../../../util/clip.js'
import { describeEnding, endingOf } from '../../../sums/ending.js'
import { doneByTurn } from './done-by-turn.js'
import type { StopRecords } from './done-by-turn.js'

/** Kinds of the log that a session's turns are told from; tool calls are not among them. */
export const TURN_KINDS = [
  'guard.opened',
  'guard.leased',
  'guard.closed',
  'guard.settled',
  'agent.session-started',
  'agent.prompt-submitted',
  'agent.session-stopped',
  'agent.session-aborted',
  'agent.session-errored',
  'agent.session-ended',
  'agent.permission-asked',
  'agent.permission-answered',
] as const

export interface TurnFacts extends StopRecords {
  /** Of `TURN_KINDS`, oldest first. */
  events: readonly LogEvent[]
  /** Oldest first. */
  checkRuns: readonly CheckRun[]
  /** The session's outcome is known, and nothing came after it. */
  isSettled: boolean
}

const MAX_TEXT = 4000

/** What each human turn asked, claimed, met and came to; by the same fold that the guard goes by. */
export function readTurns(facts: TurnFacts): TurnSummary[] {
  const { events, verdicts, notes, checkRuns, own, isSettled } = facts
  const turns: TurnDraft[] = []
  let state: SessionState | null = null
  for (const event of events) {
    const before: SessionState | null = state
    state = foldSession(before, event)
    const turn = state?.turn ?? 0
    if (turns.length === 0 || turn !== turns.at(-1)!.turn) {
      const last = turns.at(-1)
      if (last !== undefined) last.isOver = true
      turns.push(newTurn(turn))
    }
    const told = turns.at(-1)!
    tell(told, event)
    told.end = state?.turnEnd ?? 'open'
    if (event.kind === 'agent.session-ended') told.isOver = true
  }
  const last = turns.at(-1)
  if (last !== undefined) last.isOver ||= isSettled
  const doneIn = doneByTurn(turns, { verdicts, notes, own })
  return turns
    .map((told) => ({ told, judged: verdicts.filter(({ turn }) => turn === told.turn) }))
    .filter(
      ({ told: { turn, said, lastMessage }, judged }) =>
        turn > 0 || said.length > 0 || lastMessage !== null || judged.length > 0,
    )
    .map(({ told, judged }) => ({
      ...toSummary(told, { verdicts: judged, notes, done: doneIn(told) }),
      checks: checkRuns.filter(({ turn }) => turn === told.turn).map(toCheckItem),
    }))
}

interface TurnDraft {
  turn: number
  asked: TurnSummary['asked']
  said: TurnSummary['said']
  lastMessage: string | null
  end: TurnEnd
  at: string | null
  isOver: boolean
}

const newTurn = (turn: number): TurnDraft => ({
  turn,
  asked: null,
  said: [],
  lastMessage: null,
  end: 'open',
  at: null,
  isOver: false,
})

/** A toast is no push: the agent does not get it. */
const TO_HUMAN = 'to the human'

function tell(told: TurnDraft, { kind, at, body }: LogEvent): void {
  if (kind === 'guard.settled') {
    const { action } = body as GuardBodies['guard.settled']
    told.at = at
    if (action.kind === 'none' || action.kind === 'context') return
    const moment = action.kind === 'continue' ? (action.metadata['moment'] ?? 'stop') : TO_HUMAN
    told.said.push({ at, moment, text: clip(action.text, MAX_TEXT) })
    return
  }
  const event = body as AgentEvent
  if (kind === 'agent.prompt-submitted' && event.kind === 'prompt-submitted') {
    if (event.origin === 'human') told.asked ??= { at, text: clip(event.text, MAX_TEXT) }
  } else if (kind === 'agent.session-stopped' && event.kind === 'session-stopped') {
    if (event.lastMessage !== null) told.lastMessage = clip(event.lastMessage, MAX_TEXT)
    told.at = at
  } else if (kind.startsWith('agent.session-')) told.at = at
}

function toSummary(
  { turn, asked, said, lastMessage, end, at, isOver }: TurnDraft,
  { verdicts, notes, done }: Pick<TurnFacts, 'verdicts' | 'notes'> & Pick<TurnSummary, 'done'>,
): Omit<TurnSummary, 'checks'> {
  const last = verdicts.at(-1) ?? null
  const lastNote = last === null ? undefined : notes.get(last.id)
  const ending = endingOf(end, last, { isOver })
  return {
    turn,
    asked: asked ?? judgedAsked(verdicts, notes),
    demanded: lastNote?.demands ?? [],
    claimed: claimsOf(verdicts.map(({ id }) => notes.get(id)?.facts?.claims ?? [])),
    lastMessage: lastMessage ?? lastNote?.facts?.said ?? null,
    done,
    points: pointsOf(verdicts, notes),
    said,
    ended: { ending, at, text: describeEnding(ending, lastNote?.reason ?? null) },
  }
}

const toCheckItem = (run: CheckRun): CheckItem => ({
  id: run.id,
  name: run.name,
  command: run.command,
  trigger: run.trigger,
  state: run.state,
  result: run.result,
  exitCode: run.exitCode,
  tries: run.tries,
  durationMs: run.durationMs,
  failure: run.failure,
  startedAt: run.startedAt,
})

/** A client that tells of no prompt still has it in its transcript, which was judged. */
function judgedAsked(
  verdicts: readonly Verdict[],
  notes: ReadonlyMap<string, JudgedNote>,
): TurnSummary['asked'] {
  for (const { id, timestamp } of verdicts) {
    const text = notes.get(id)?.facts?.asked ?? null
    if (text !== null) return { at: timestamp, text }
  }
  return null
}

/** What the facts denied at an earlier stop, then all that was said at the last one; each once. */
function claimsOf(stops: readonly (readonly Claim[])[]): Claim[] {
  const denied = stops
    .slice(0, -1)
    .flat()
    .filter(({ status }) => status === 'contradicted' || status === 'stale')
  const claims = [...denied, ...(stops.at(-1) ?? [])]
  return [...new Map(claims.map((claim) => [`${claim.kind}\n${claim.quote}`, claim])).values()]
}

const ORDER: readonly Severity[] = ['BLOCKER', 'HIGH', 'MEDIUM', 'LOW', 'NONE']

type TurnPoint = TurnSummary['points'][number]

/** Each fact once; those of the last stop, then those that counted, and then the graver ones, first. */
function pointsOf(
  verdicts: readonly Verdict[],
  notes: ReadonlyMap<string, JudgedNote>,
): TurnPoint[] {
  const last = verdicts.at(-1)?.id
  const points = verdicts.flatMap(({ id }) =>
    (notes.get(id)?.gates ?? []).map((gate) => ({
      ...gate,
      fact: toPerson(gate.fact),
      verdict: id,
      isLast: id === last,
    })),
  )
  const unique = new Map(points.map((point) => [`${point.gate}\n${point.fact}`, point]))
  return [...unique.values()].sort(
    (a, b) =>
      Number(b.isLast) - Number(a.isLast) ||
      Number(b.counts) - Number(a.counts) ||
      ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity),
  )
}
