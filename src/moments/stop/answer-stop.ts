import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Verdict } from '../../schema/verdict.js'
import { findAttemptFailure } from '../attempt-failure.js'
import type { Answer, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { writeEvaluation } from './evaluation-file.js'
import { toFeedback } from './feedback.js'
import type { StopFacts } from './facts.js'
import type { Judgement } from './verdict.js'
import type { Judged } from './judged.js'
import { toJudgedEntry } from './judged-entry.js'
import { readTold, toldAs, toldBefore, whyNotAgain } from './told.js'
import { showOnly, toVerdictAction } from './verdict-action.js'
import type { VerdictAction } from './verdict-action.js'

/** A judgement as records, and as what goes out for it. */
export async function answerStop(
  judged: Judged,
  facts: StopFacts,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer> {
  const { judgement, failure } = judged
  const { toasts } = input.config.stop
  const verdict = toVerdict(judged, input, ports.nextId())
  const { evidence } = input
  const notWritten = await writeEvaluation(ports, { ...judged, verdict, evidence })
  const records: RecordWrite[] = [
    { kind: 'verdict', record: verdict },
    {
      kind: 'interaction',
      record: toJudgedEntry(verdict, judged, {
        notWritten,
        facts,
        projectRoot: input.session.projectRoot,
        said: saysLast(input.event) ? null : evidence.lastMessage,
        ports,
      }),
    },
  ]
  const common = {
    ...nothing('judged'),
    records,
    events: findAttemptFailure(evidence) === null ? [] : [attemptFailed(input, ports)],
    fingerprint: evidence.fingerprint || null,
  }
  if (failure !== null) {
    const text = `Reflectory: the judge did not answer (${failure}). The stop is allowed.`
    return { ...common, ...showOnly({ proposal: { kind: 'error', text }, end: 'errored' }, toasts) }
  }
  const action = await tellAgain(toVerdictAction(judgement, verdict.id), judgement, facts, {
    input,
    ports,
  })
  const { notes } = judged.checks
  const isFree = action.proposal.kind === 'none' || action.proposal.kind === 'toast'
  const said = isFree && notes.length > 0 ? { ...action, proposal: toNote(notes) } : action
  return { ...common, ...showOnly(said, toasts) }
}

/** A word to the user on checks that are no push. */
export function toNote(notes: readonly string[]): Action {
  return { kind: 'toast', level: 'warning', text: notes.join('\n') }
}

const saysLast = (event: AgentEvent): boolean =>
  event.kind === 'session-stopped' && event.lastMessage !== null

/** The same point at most three times a turn, each time shorter; then the person is told. */
async function tellAgain(
  action: VerdictAction,
  judgement: Judgement,
  facts: StopFacts,
  { input: { session }, ports: { store } }: { input: MomentInput; ports: MomentPorts },
): Promise<VerdictAction> {
  const { proposal } = action
  if (proposal.kind !== 'continue') return action
  const before = toldBefore(judgement, await readTold(session.sessionId, store), session.turn)
  if (whyNotAgain(judgement, facts, before, session) !== null)
    return { proposal: action.letThrough!, end: 'no_progress' }
  const text = toFeedback(judgement, before.length)
  const metadata = { ...proposal.metadata, ...toldAs(judgement, session.turn, facts) }
  return { ...action, proposal: { ...proposal, text, metadata } }
}

const attemptFailed = ({ event, now }: MomentInput, { nextId }: MomentPorts): AgentEvent => ({
  kind: 'attempt-failed',
  id: nextId(),
  agent: event.agent,
  sessionId: event.sessionId,
  parentSessionId: event.parentSessionId,
  at: now,
  cwd: event.cwd,
  transcriptPath: null,
  degraded: null,
  failureId: nextId(),
})

function toVerdict({ judgement, judge, failure }: Judged, input: MomentInput, id: string): Verdict {
  const { complete, severity, missing, nextActions, requiresHumanAction, red, objection } =
    judgement
  return {
    id,
    session_id: input.session.sessionId,
    turn: input.session.turn,
    timestamp: input.now,
    complete: severity === 'BLOCKER' && objection === undefined ? false : complete,
    abstained: complete === null,
    severity,
    // What was said, whoever said it.
    feedback:
      objection ??
      (complete === false && severity !== 'NONE' && !requiresHumanAction
        ? toFeedback(judgement)
        : ''),
    missing,
    next_actions: nextActions,
    requires_human_action: requiresHumanAction,
    gates: red.map(({ gate }) => gate),
    judge,
    degraded: failure !== null,
  }
}
