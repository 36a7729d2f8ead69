import { weighOrders } from '../../judge/proof.js'
import { findTaskIn } from '../../read/repository/find-task.js'
import { wordsFor } from '../../read/prose/read-message.js'
import { shippedWeights } from '../../read/prose/weights.js'
import type { Weights } from '../../read/prose/weights.js'
import type { Evidence } from '../../schema/evidence.js'
import { JUDGED_ACTION } from '../../schema/judged-action.js'
import type { JudgedGate, JudgedNote } from '../../schema/judged-note.js'
import type { RecordOf } from '../../schema/records.js'
import type { Verdict } from '../../schema/verdict.js'
import type { MomentPorts } from '../moment.js'
import type { Judged } from './judged.js'
import type { StopFacts } from './facts.js'
import type { RedGate } from './verdict.js'
import { toJudgedFacts } from './judged-facts.js'

interface Noted {
  notWritten: string | null
  facts: StopFacts
  projectRoot: string | null
  /** The agent's last message; null where the event has it. */
  said: string | null
  ports: Pick<MomentPorts, 'actWeights' | 'nextId'>
}

/** What `reflect why` and the session's page show: each red gate with its fact, and the claims. */
export function toJudgedEntry(
  verdict: Verdict,
  { judgement, failure, checks, dropped }: Judged,
  { notWritten, facts, projectRoot, said, ports }: Noted,
): RecordOf<'interaction'> {
  const { reason, red } = judgement
  const { evidence, demands } = facts
  const weights = weightsOf(ports)
  const note: JudgedNote = {
    reason,
    failure,
    not_written: notWritten,
    gates: red.map((gate) => toJudgedGate(gate, evidence, weights)),
    facts: toJudgedFacts(evidence, said),
    demands: weighOrders({ evidence, demands, findTask: findTaskIn(projectRoot) }).slice(
      -MAX_DEMANDS,
    ),
    ...(checks.notRun.length === 0 ? {} : { notRun: checks.notRun }),
    ...(dropped === 0 ? {} : { dropped }),
  }
  return {
    id: ports.nextId(),
    action: JUDGED_ACTION,
    session: verdict.session_id,
    input: verdict.id,
    output: JSON.stringify(note),
    timestamp: verdict.timestamp,
  }
}

/** Of a long session the latest say what it is about now. */
const MAX_DEMANDS = 20

/** For the words that decided. */
const weightsOf = ({ actWeights }: Noted['ports']): Weights | null =>
  actWeights === undefined ? shippedWeights('acts') : actWeights()

function toJudgedGate(red: RedGate, { sentences }: Evidence, weights: Weights | null): JudgedGate {
  const { read, ...gate } = red
  if (read === undefined || weights === null) return gate
  const { text, act } = read
  const before = sentences[sentences.indexOf(read) - 1]?.text ?? ''
  return { ...gate, read: { text, before, act, words: wordsFor(read, weights) } }
}
