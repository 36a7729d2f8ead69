import type { Experiment, ExperimentName, GateId, VerdictState } from './experiment.js'

/** Whether an experiment on the project's own data lets features act on self-reported confidence. */
export interface Gate {
  readonly id: GateId
  readonly experiment: ExperimentName
  readonly question: string
  readonly kill: string
  readonly state: VerdictState
  readonly reasons: readonly string[]
}

/** Something that would act on self-reported confidence, and why it may or may not. */
export interface GatedFeature {
  readonly id: FeatureId
  readonly title: string
  readonly needs: readonly GateId[]
  readonly on: boolean
  readonly reason: string
}

type FeatureId = (typeof FEATURES)[number]['id']

const FEATURES = [
  { id: 'skip-review', title: 'Skip a review where the agent is confident' },
  { id: 'rank-by-confidence', title: 'Rank runs by self-reported confidence' },
  { id: 'skills-from-confidence', title: 'Synthesise skills from confident runs' },
] as const

// Each acts on a self-report: it must tell something (P1), something that nobody else would catch
// (P2), and its mistakes must be visible afterwards (P3).
const NEEDS: readonly GateId[] = ['P1', 'P2', 'P3']

export function toGate(experiment: Experiment<ExperimentName, unknown>): Gate {
  return {
    id: experiment.gate,
    experiment: experiment.experiment,
    question: experiment.registered.question,
    kill: experiment.registered.kill,
    state: experiment.verdict.state,
    reasons: experiment.verdict.reasons,
  }
}

/** Every gated feature with its switch; on only when all of its gates pass. */
export function gateFeatures(gates: readonly Gate[]): GatedFeature[] {
  return FEATURES.map(({ id, title }) => {
    const closed = NEEDS.flatMap((need) => closedReason(need, gates) ?? [])
    return {
      id,
      title,
      needs: NEEDS,
      on: closed.length === 0,
      reason: closed.length === 0 ? `${NEEDS.join(', ')} passed` : closed.join('; '),
    }
  })
}

function closedReason(id: GateId, gates: readonly Gate[]): string | null {
  const gate = gates.find((candidate) => candidate.id === id)
  if (gate === undefined) return `${id} was not run`
  if (gate.state === 'pass') return null
  const word = gate.state === 'kill' ? 'killed' : 'has too few data'
  return `${id} ${word} (${gate.reasons.join(', ')})`
}
