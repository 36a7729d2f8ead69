import type { Experiment, ExperimentName, ExperimentId, VerdictState } from './experiment.js'

/** Whether an experiment on the project's own data lets features act on self-reported confidence. */
export interface ExperimentGate {
  readonly id: ExperimentId
  readonly experiment: ExperimentName
  readonly question: string
  readonly kill: string
  readonly pass: string
  readonly state: VerdictState
  readonly reasons: readonly string[]
}

/** What a gate said, as far as features go by it. */
export type GateWord = Pick<ExperimentGate, 'id' | 'state' | 'reasons'>

/** Something that would act on self-reported confidence, and why it may or may not. */
export interface GatedFeature {
  readonly id: FeatureId
  readonly title: string
  readonly needs: readonly ExperimentId[]
  readonly on: boolean
  /** It is said and does nothing more. */
  readonly note: boolean
  readonly reason: string
}

type FeatureId = (typeof FEATURES)[number]['id']

const FEATURES = [
  {
    id: 'review-advice',
    title: 'Order the review list by self-reported confidence; the risk floor stays as it is',
  },
  {
    id: 'skills-from-confidence',
    title: 'Find where the agent was sure and wrong, so that skills are proposed from it',
  },
] as const

const WORDS = {
  killed: 'killed',
  undecided: 'is undecided',
  insufficient: 'has too little data',
}

export function toGate(experiment: Experiment<ExperimentName, unknown>): ExperimentGate {
  return {
    id: experiment.gate,
    experiment: experiment.experiment,
    question: experiment.registered.question,
    kill: experiment.registered.kill,
    pass: experiment.registered.pass,
    state: experiment.verdict.state,
    reasons: experiment.verdict.reasons,
  }
}

/** What may be done with self-reported confidence: act on it, say it, or neither. */
export interface ConfidenceUse {
  readonly use: 'act' | 'note' | 'off'
  readonly reason: string
}

/**
 * That confidence tells something (P1) has to be shown. That nothing is left for it to catch (P2)
 * closes what acts on it; that it can't be told whether it was right (P3) leaves notes. What is
 * undecided or short of data there closes nothing.
 */
export function confidenceUse(gates: readonly GateWord[]): ConfidenceUse {
  const [p1, p2, p3] = (['P1', 'P2', 'P3'] as const).map((id) => gates.find((it) => it.id === id))
  if (p1 === undefined) return { use: 'off', reason: 'P1 was not run' }
  if (p1.state !== 'passed') return { use: 'off', reason: say(p1) }
  if (p2?.state === 'killed') return { use: 'off', reason: say(p2) }
  if (p3?.state === 'killed') return { use: 'note', reason: `a note only: ${say(p3)}` }
  return { use: 'act', reason: 'P1 passed' }
}

/** Every gated feature with its switch. */
export function gateFeatures(gates: readonly ExperimentGate[]): GatedFeature[] {
  const { use, reason } = confidenceUse(gates)
  const needs: ExperimentId[] = ['P1', 'P2', 'P3']
  return FEATURES.map(({ id, title }) => ({
    id,
    title,
    needs,
    on: use !== 'off',
    note: use === 'note',
    reason,
  }))
}

const say = ({ id, state, reasons }: GateWord): string =>
  `${id} ${state === 'passed' ? 'passed' : WORDS[state]} (${reasons.join(', ')})`
