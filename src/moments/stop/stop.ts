/**
 * The moment `stop`: the agent says it is done — is it? Evidence comes in; a verdict, its evaluation
 * and at most one proposal go out. It objects only with a fact that the agent can act on, leaves what
 * the rules can't tell to a model if there is one, and never takes a failure of ours for the agent's.
 */
import { readProjectRules } from '../../evidence/demands/project-rules.js'
import { weighDemands } from '../../evidence/demands/weigh-demands.js'
import { lookInTree } from '../../evidence/repository/look-in-tree.js'
import { readDiff } from '../../evidence/repository/read-diff.js'
import { wordsFor } from '../../evidence/message/read-message.js'
import { shippedWeights } from '../../evidence/message/weights.js'
import type { Weights } from '../../evidence/message/weights.js'
import { withoutExempt } from '../../evidence/weakened/without-exempt.js'
import { quoteFact } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { Evidence } from '../../schema/evidence.js'
import type { JudgedGate, JudgedNote } from '../../schema/judged-note.js'
import type { ModelCall } from '../../schema/model-call.js'
import type { RecordOf, RecordWrite } from '../../schema/records.js'
import type { Verdict } from '../../schema/verdict.js'
import { shortHash } from '../../util/loose-json.js'
import { findAttemptFailure } from '../attempt-failure.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { demandsToJudge } from './demands-to-judge.js'
import { demandsMark, toDemandRecords } from './demand-records.js'
import { toFeedback } from './feedback.js'
import { toStopFacts } from './facts.js'
import { toJudgedFacts } from './judged-facts.js'
import { judgeByModel } from './judge-by-model.js'
import { judgeByRules } from './judge-by-rules.js'
import type { Judgement, RedGate } from './judge-by-rules.js'
import { mergeJudgements } from './merge-judgements.js'
import { shouldAskModel } from './should-ask-model.js'
import { verifyObjections } from './verify-objections.js'
import { headOfInstructions, readProjectInstructions } from './project-instructions.js'
import { demotedGates, readTrackRecord } from './track-record.js'
import type { StopFacts } from './gate.js'
import { readTold, toldAs, whyNotAgain } from './told.js'
import { showOnly, toVerdictAction } from './verdict-action.js'
import type { VerdictAction } from './verdict-action.js'
import { writeEvaluation } from './evaluation-file.js'
import { whySkipped } from './why-skipped.js'
import type { CheckOutcome } from './checks/run-at-stop.js'
import { withNotes } from './checks/with-notes.js'

export const stop: Moment = {
  name: 'stop',
  passive: false,
  reflect: judgeStop,
}

const DAY_MS = 86_400_000

async function judgeStop(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.stop.enabled) return nothing('stop_disabled')
  const skipped = whySkipped(input)
  if (skipped !== null) return { ...nothing(skipped.reason), end: skipped.end }
  const seen = await readSeen(input, ports)
  if (seen.before) return { ...nothing('already_reflected'), end: input.session.turnEnd }

  const { exemptWeakened } = input.config.stop
  const meant = { ...input, evidence: withoutExempt(input.evidence, exemptWeakened) }
  const facts = withProject(toStopFacts(meant.evidence, 'recorded'), meant)
  const judged = await judge(facts, meant, ports)
  const answer = await toAnswer(judged, facts, meant, ports)
  const asked = demandsMark(facts.demands)
  const kept = `${seen.mark} ${asked}`
  await ports.store.writeCache(seen.key, kept, after(input.now, DAY_MS))
  if (seen.asked === asked) return answer
  const demands = toDemandRecords(facts.demands, { ...input.session, now: input.now })
  return { ...answer, records: [...demands, ...answer.records] }
}

/** The project's instructions matter where code was edited, or where leave is asked. */
function withProject(facts: StopFacts, { session }: MomentInput): StopFacts {
  if (facts.evidence.edits.length === 0 && facts.closing.ask === null) return facts
  const rules = readProjectRules(headOfInstructions(session.projectRoot))
  if (rules.length === 0) return facts
  const wantsToBeAsked = facts.wantsToBeAsked || rules.some(({ kind }) => kind === 'ask_first')
  return { ...facts, demands: [...facts.demands, ...rules], wantsToBeAsked }
}

/** Whether this very state of this human turn was settled already, and which demands were kept then. */
async function readSeen(
  { evidence, session, now }: MomentInput,
  { store }: MomentPorts,
): Promise<{ before: boolean; key: string; mark: string; asked: string }> {
  const key = `stop:${session.sessionId}:${session.turn}`
  const mark = shortHash(`${evidence.fingerprint}\n${evidence.lastMessage ?? ''}`)
  const settled = session.turnEnd === 'reflected' || session.turnEnd === 'waiting'
  const [kept = '', asked = ''] = ((await store.readCache(key, now)) ?? '').split(' ')
  return { before: settled && kept === mark, key, mark, asked }
}

export interface Judged {
  judgement: Judgement
  judge: string
  call: ModelCall | null
  /** Why the judge model gave no answer; null when it did or was not asked. */
  failure: string | null
  /** Objections of the judge whose pointer did not hold. */
  dropped?: number
  /** What the user's own checks say. */
  checks?: CheckOutcome
}

const NO_CHECKS: CheckOutcome = { push: null, notes: [] }

/** Most have none: then nothing is loaded for them. */
async function runChecks(
  { complete }: Judgement,
  facts: StopFacts,
  input: MomentInput,
  ports: MomentPorts,
): Promise<CheckOutcome> {
  if (ports.checks === undefined || complete === false) return NO_CHECKS
  const { runChecksAtStop } = await import('./checks/run-at-stop.js')
  return runChecksAtStop(facts, input, ports)
}

async function judge(facts: StopFacts, input: MomentInput, ports: MomentPorts): Promise<Judged> {
  const switches = input.config.stop.gates
  let judgement = judgeByRules(facts, { switches })
  // The record costs a query, and matters only when something is red.
  if (judgement.complete === false) {
    const demoted = demotedGates(await readTrackRecord(ports.store))
    judgement = judgeByRules(facts, { demoted, switches })
  }
  const checks = await runChecks(judgement, facts, input, ports)
  if (checks.push !== null)
    judgement = { ...checks.push, red: [...checks.push.red, ...judgement.red] }
  const byRules = { judgement, judge: 'rules', call: null, failure: null, checks }
  const { stop } = input.config
  if (checks.push !== null || ports.model === null || stop.model === 'none') return byRules
  if (!shouldAskModel(judgement, facts, stop.judge)) return byRules
  const { repository } = input.evidence
  const seesDiff = stop.judgeSees === 'diff' && repository !== null
  const diff = seesDiff ? await readDiff(repository, ports.signal) : ''
  const reply = await judgeByModel(ports.model, {
    facts,
    judgement,
    diff,
    sessionId: input.session.sessionId,
    projectInstructions: await readProjectInstructions(
      input.session.projectRoot,
      ports.store,
      input.now,
    ),
    timeoutMs: input.judgeTimeoutMs,
    signal: ports.signal,
  })
  if (reply.outcome === 'ok') {
    const look = lookInTree(input.event.cwd, repository)
    const grounds = { evidence: input.evidence, demands: demandsToJudge(facts), look, diff }
    const { complete, dropped, about } = verifyObjections(reply.value, grounds)
    const merged = mergeJudgements(judgement, { ...reply.value, complete }, about)
    const asked = { judge: reply.call.model, call: reply.call, failure: null }
    return { judgement: merged, ...asked, dropped, checks }
  }
  // No model, or none that the budget allows, is a normal state: the rules have answered.
  const isNormal = reply.outcome === 'no_backend' || reply.outcome === 'refused_by_budget'
  return {
    ...byRules,
    call: reply.call,
    failure: isNormal ? null : quoteFact(redactText(reply.reason)),
  }
}

/** A judgement as records, and as what goes out for it. */
export async function toAnswer(
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
      record: toInteraction(
        verdict,
        judged,
        { notWritten, facts, weights: weightsOf(ports) },
        ports.nextId(),
      ),
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
  const action = await tellOnce(toVerdictAction(judgement, verdict.id), judgement, facts, {
    input,
    ports,
  })
  const said = withNotes(action, judged.checks ?? NO_CHECKS)
  return { ...common, ...showOnly(said, toasts) }
}

/** Each failure is told once, and whoever has said honestly that it can't be done is let go. */
async function tellOnce(
  action: VerdictAction,
  judgement: Judgement,
  facts: StopFacts,
  { input: { session }, ports: { store } }: { input: MomentInput; ports: MomentPorts },
): Promise<VerdictAction> {
  const { proposal } = action
  if (proposal.kind !== 'continue') return action
  const told = await readTold(session.sessionId, store)
  if (whyNotAgain(judgement, facts, told, session) !== null)
    return { proposal: action.letThrough!, end: 'no_progress' }
  const metadata = { ...proposal.metadata, ...toldAs(judgement, session.turn) }
  return { ...action, proposal: { ...proposal, metadata } }
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
  const { complete, severity, missing, nextActions, requiresHumanAction, red } = judgement
  return {
    id,
    session_id: input.session.sessionId,
    turn: input.session.turn,
    timestamp: input.now,
    complete: severity === 'BLOCKER' ? false : complete,
    abstained: complete === null,
    severity,
    feedback: complete === false && red.length > 0 ? toFeedback(judgement) : '',
    missing,
    next_actions: nextActions,
    requires_human_action: requiresHumanAction,
    gates: red.map(({ gate }) => gate),
    judge,
    degraded: failure !== null,
  }
}

interface Noted {
  notWritten: string | null
  facts: StopFacts
  /** For the words that decided. */
  weights: Weights | null
}

const weightsOf = ({ actWeights }: MomentPorts): Weights | null =>
  actWeights === undefined ? shippedWeights('acts') : actWeights()

function toJudgedGate(
  { read, ...gate }: RedGate,
  { sentences }: Evidence,
  weights: Weights | null,
): JudgedGate {
  if (read === undefined || weights === null) return gate
  const { text, act } = read
  const before = sentences[sentences.indexOf(read) - 1]?.text ?? ''
  return { ...gate, read: { text, before, act, words: wordsFor(read, weights) } }
}

export const JUDGED_ACTION = 'stop_judged'

/** What `reflect why` and the session's page show: each red gate with its fact, and the claims. */
function toInteraction(
  verdict: Verdict,
  { judgement, failure, dropped = 0 }: Judged,
  { notWritten, facts, weights }: Noted,
  id: string,
): RecordOf<'interaction'> {
  const { reason, red } = judgement
  const { evidence, demands } = facts
  const note: JudgedNote = {
    reason,
    failure,
    not_written: notWritten,
    gates: red.map((gate) => toJudgedGate(gate, evidence, weights)),
    facts: toJudgedFacts(evidence),
    demands: weighDemands(demands, evidence).slice(-MAX_DEMANDS),
    ...(dropped === 0 ? {} : { dropped }),
  }
  return {
    id,
    action: JUDGED_ACTION,
    session: verdict.session_id,
    input: verdict.id,
    output: JSON.stringify(note),
    timestamp: verdict.timestamp,
  }
}

/** Of a long session the latest say what it is about now. */
const MAX_DEMANDS = 20

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString()
