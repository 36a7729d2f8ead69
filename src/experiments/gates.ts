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

/** Something that would act on self-reported confidence, and why it may or may not. */
export interface GatedFeature {
  readonly id: FeatureId
  readonly title: string
  readonly needs: readonly ExperimentId[]
  readonly on: boolean
  readonly reason: string
}

type FeatureId = (typeof FEATURES)[number]['id']

// Neither takes anything away: that confidence tells something (P1) is enough for them.
const FEATURES = [
  {
    id: 'review-advice',
    title: 'Order the review list by self-reported confidence; the risk floor stays as it is',
    needs: ['P1'],
  },
  {
    id: 'skills-from-confidence',
    title: 'Find where the agent was sure and wrong, so that skills are proposed from it',
    needs: ['P1'],
  },
] as const satisfies readonly { id: string; title: string; needs: readonly ExperimentId[] }[]

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

/** Every gated feature with its switch; on only when all of its gates pass. */
export function gateFeatures(gates: readonly ExperimentGate[]): GatedFeature[] {
  return FEATURES.map(({ id, title, needs }) => {
    const closed = needs.flatMap((need) => closedReason(need, gates) ?? [])
    return {
      id,
      title,
      needs,
      on: closed.length === 0,
      reason: closed.length === 0 ? `${needs.join(', ')} passed` : closed.join('; '),
    }
  })
}

function closedReason(id: ExperimentId, gates: readonly ExperimentGate[]): string | null {
  const gate = gates.find((candidate) => candidate.id === id)
  if (gate === undefined) return `${id} was not run`
  if (gate.state === 'passed') return null
  return `${id} ${WORDS[gate.state]} (${gate.reasons.join(', ')})`
}
