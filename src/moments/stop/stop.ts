/**
 * The moment `stop`: the agent says it is done — is it? Evidence comes in; a verdict, its evaluation
 * and at most one proposal go out. It objects only with a fact that the agent can act on, leaves what
 * the rules can't tell to a model if there is one, and never takes a failure of ours for the agent's.
 */
import { readDiff } from '../../read/repository/read-diff.js'
import { withoutExempt } from '../../read/weakened/without-exempt.js'
import { quoteFact } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import { shortHash } from '../../util/loose-json.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { readTreeFacts } from '../tree-facts.js'
import { answerStop } from './answer-stop.js'
import { byRules, NO_CHECKS } from './judged.js'
import type { Judged } from './judged.js'
import { demandsToJudge } from './demands-to-judge.js'
import { demandsMark, toDemandRecords } from './demand-records.js'
import { toStopFacts } from './facts.js'
import { judgeByModel } from './judge-by-model.js'
import { judgeByAccount } from './judge-by-account.js'
import { mergeJudgements } from './merge-judgements.js'
import { shouldAskModel } from './should-ask-model.js'
import { verifyObjections } from './verify-objections.js'
import { readProjectInstructions } from './project-instructions.js'
import { demotedGates, readTrackRecord } from './track-record.js'
import type { StopFacts } from './facts.js'
import { whySkipped } from './why-skipped.js'

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
  const facts = toStopFacts(meant.evidence)
  const judged = await judge(facts, meant, ports)
  const answer = await answerStop(judged, facts, meant, ports)
  const asked = demandsMark(facts.demands)
  const kept = `${seen.mark} ${asked}`
  await ports.store.writeCache(seen.key, kept, after(input.now, DAY_MS))
  if (seen.asked === asked) return answer
  const demands = toDemandRecords(facts.demands, { ...input.session, now: input.now })
  return { ...answer, records: [...demands, ...answer.records] }
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

async function judge(facts: StopFacts, input: MomentInput, ports: MomentPorts): Promise<Judged> {
  const switches = input.config.stop.gates
  const { repository } = input.evidence
  const tree = await readTreeFacts(facts, {
    cwd: input.event.cwd,
    projectRoot: input.session.projectRoot,
    signal: ports.signal,
  })
  let judgement = judgeByAccount(facts, tree, { switches })
  // The record costs a query, and matters only when something is red.
  if (judgement.complete === false) {
    const demoted = demotedGates(await readTrackRecord(ports.store))
    judgement = judgeByAccount(facts, tree, { demoted, switches })
  }
  // Most have none: then nothing is loaded for them.
  const own = ports.checks === undefined ? null : await import('./checks/run-at-stop.js')
  const checks = (await own?.runChecksAtStop(judgement, facts, input, ports)) ?? NO_CHECKS
  if (checks.push !== null)
    judgement = { ...checks.push, red: [...checks.push.red, ...judgement.red] }
  const { stop } = input.config
  const mayAsk = checks.push === null && stop.model !== 'none'
  if (ports.model === null || !mayAsk || !shouldAskModel(judgement, stop.judge))
    return byRules(judgement, checks)
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
    const { look } = tree
    const grounds = { evidence: input.evidence, demands: demandsToJudge(facts), look, diff }
    const { complete, dropped, about } = verifyObjections(reply.value, grounds)
    const merged = mergeJudgements(judgement, { ...reply.value, complete }, about)
    const asked = { judge: reply.call.model, call: reply.call, failure: null }
    return { judgement: merged, ...asked, dropped, checks }
  }
  // No model, or none that the budget allows, is a normal state: the rules have answered.
  const isNormal = reply.outcome === 'no_backend' || reply.outcome === 'refused_by_budget'
  return {
    ...byRules(judgement, checks),
    call: reply.call,
    failure: isNormal ? null : quoteFact(redactText(reply.reason)),
  }
}

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString()
