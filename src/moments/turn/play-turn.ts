import { readOnly } from '../../util/read-only.js'
import { errorType } from './error-type.js'
import type { TurnBundle } from './turn-bundle.js'
import type { TurnClock } from './turn-clock.js'
import type { StagedLogs } from './turn-logs.js'
import type { TurnContext, TurnOutcome, TurnStages } from './turn-stages.js'

export interface PlayedTurn extends Pick<TurnOutcome, 'agent' | 'turn' | 'outcome' | 'error'> {
  /** The turn seen from its end; null when it did not get there. */
  bundle: TurnBundle | null
}

export interface TurnPlace {
  agent: string
  turn: number
  clock: TurnClock
  dryRun: boolean
  staged: StagedLogs
}

/** One agent's turn through the four stages. A stage that throws ends its own turn and no other. */
export async function playTurn<Observed>(
  stages: TurnStages<Observed>,
  { agent, turn, clock, dryRun, staged }: TurnPlace,
): Promise<PlayedTurn> {
  const { at } = clock
  const stage = (name: string, fields: object = {}) => staged.stage(name, agent, turn, fields)
  const policy: TurnContext['policy'] = {}
  const context: TurnContext = { agent, turn, at, dryRun, policy, log: stage }
  let current = 't1'
  try {
    const { observed, log: t1 } = await stages.t1(context)
    stage('t1', t1)
    current = 't2'
    const { snippets, log: t2 } = await stages.t2(context, { observed })
    stage('t2', t2 ?? { snippets: snippets.length })
    current = 't3'
    const { plan, utter, log: t3 } = await stages.t3(context, { observed, snippets })
    stage('t3', t3)
    current = 't4'
    const { applied, state = {}, ...logs } = await stages.t4(context, { observed, plan, utter })
    stage('t4', logs.log)
    if (applied) stage('apply', logs.applyLog)
    const outcome = applied ? 'applied' : 'not_applied'
    stage('turn', { at, outcome })
    const seen = readOnly({ stateView: { ...state, policy: { ...policy } }, plan, utter, snippets })
    const bundle = { ctx: { agent, turn, clock, dryRun }, ...seen }
    const isOver = applied || dryRun
    return { agent, turn, outcome, error: null, bundle: isOver ? bundle : null }
  } catch (error) {
    const failed = `${current}:${errorType(error)}`
    stage('turn', { at, outcome: 'failed', error: failed })
    return { agent, turn, outcome: 'failed', error: failed, bundle: null }
  }
}
