import { setTimeout as sleep } from 'node:timers/promises'
import { recall } from '../../src/memory/search-entries.js'
import type { Model } from '../../src/model.js'
import { runTurns } from '../../src/moments/turn/run-turns.js'
import type { RunTurnsInput, TurnsReport } from '../../src/moments/turn/run-turns.js'
import type { TurnClock } from '../../src/moments/turn/turn-clock.js'
import type { TurnContext, TurnStages } from '../../src/moments/turn/turn-stages.js'
import type { Store } from '../../src/store.js'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import type { Scenario, ScenarioPart } from './scenario.js'

export interface PlayInput {
  scenario: Scenario
  store: Store
  model: Model | null
  logs: RunTurnsInput['logs']
  parallel: number
  dryRun: boolean
  /** What is kept beside real entries can't be from the future; null plays in the scenario's time. */
  notAfter: string | null
  /** Random pauses between the stages, by this seed; null plays without any. */
  seed: number | null
}

const MAX_PAUSE_MS = 5

/** Plays the turns. Time is the scenario's own, so durations are 0 and every run writes the same. */
export function playScenario(input: PlayInput): Promise<TurnsReport> {
  const { scenario, store, model, logs, parallel, dryRun } = input
  const agents = [...new Set(scenario.turns.flatMap((turn) => Object.keys(turn)))]
  return runTurns({
    agents,
    turns: scenario.turns.map((_, index) => index + 1),
    stages: toStages(input),
    config: scenario.config,
    ports: { store, model },
    clock: (turn) => scenarioClock(scenario, turn, input.notAfter),
    parallel,
    dryRun,
    logs,
  })
}

function toStages({ scenario, store, seed }: PlayInput): TurnStages<ScenarioPart | null> {
  const random = seededRandom(seed ?? 0)
  const pause = async () => {
    if (seed !== null) await sleep(Math.floor(random() * MAX_PAUSE_MS))
  }
  const partOf = ({ agent, turn }: TurnContext): ScenarioPart | null => {
    const parts = scenario.turns[turn - 1]!
    return Object.hasOwn(parts, agent) ? parts[agent]! : null
  }
  const { topkSnippets: limit } = scenario.config
  return {
    async t1(context) {
      await pause()
      const part = partOf(context)
      return { observed: part, log: { hears: part?.hears ?? null } }
    },
    async t2({ agent: owner, at: before }, { observed }) {
      await pause()
      if (observed === null) return { snippets: [], log: { snippets: [] } }
      const snippets = await recall(store, { text: observed.hears, owner, before, limit })
      return { snippets, log: { snippets: snippets.map(({ id }) => id) } }
    },
    async t3({ policy }, { observed }) {
      await pause()
      Object.assign(policy, observed?.policy)
      const utter = observed?.says ?? ''
      return { plan: { reflection: observed?.reflection }, utter, log: { says: utter } }
    },
    async t4({ dryRun }, { observed }) {
      await pause()
      const passed = observed?.applied ?? false
      return { applied: passed && !dryRun, log: { passed }, applyLog: { says: observed?.says } }
    },
  }
}

function scenarioClock(
  { start, stepMs, turns }: Scenario,
  turn: number,
  notAfter: string | null,
): TurnClock {
  const lastAt = Date.parse(start) + (turns.length - 1) * stepMs
  const earlierMs = notAfter === null ? 0 : Math.max(0, lastAt - Date.parse(notAfter))
  return {
    at: new Date(Date.parse(start) + (turn - 1) * stepMs - earlierMs).toISOString(),
    elapsedMs: () => 0,
    after: () => () => undefined,
  }
}
