import { setImmediate as yieldOnce } from 'node:timers/promises'
import { seededRandom } from '../../../experiments/statistics/sample-binormal.js'
import { recall } from '../../../memory/search-entries.js'
import type { Store } from '../../../store.js'
import type { TurnClock } from '../turn-clock.js'
import type { TurnStages } from '../turn-stages.js'

/** In no order at all; one sorts differently by length, one by language. */
export const AGENTS = ['bob', 'ada', 'agent-10', 'agent-2', 'Zoë', 'x y', '小明', 'Bob']
export const TURNS = [1, 2, 3, 10]

const SUBJECTS = ['the Login page', 'Schlüssel', '天气，很好', "the parser's tests", 'src/cart.ts']
const DONE = ['was moved.', 'is GREEN again!', 'fails: see the log', 'isn’t there…']
const FLAGS = [true, 'yes', 'T', '1', 'no', 'maybe', undefined]

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

export function sayingOf(agent: string, turn: number): string {
  const n = AGENTS.indexOf(agent) * 7 + turn * 3
  return `${pick(SUBJECTS, n)}  ${pick(DONE, n + turn)}\n(turn ${turn}) ${pick(SUBJECTS, n + 1)}`
}

export interface StoryInput {
  /** Where earlier turns are recalled from; null recalls nothing. */
  store: Pick<Store, 'searchMemory' | 'list'> | null
  /** Seed of the pauses between stages; null for none. */
  seed: number | null
  /** The plan's flag of every turn, instead of the story's own. */
  flag?: unknown
}

/** Agents that look up what they said before, say something and do it. */
export function storyStages({ store, seed, ...rest }: StoryInput): TurnStages<string> {
  const random = seededRandom(seed ?? 0)
  const pause = async () => {
    if (seed === null) return
    for (let rounds = Math.floor(random() * 12); rounds > 0; rounds -= 1) await yieldOnce()
  }
  return {
    async t1({ agent, turn }) {
      await pause()
      const observed = sayingOf(agent, Math.max(1, turn - 1))
      return { observed, log: { heard: observed.length } }
    },
    async t2({ agent: owner, at: before }, { observed: text }) {
      await pause()
      const snippets = store === null ? [] : await recall(store, { text, owner, before, limit: 3 })
      return { snippets, log: { snippets: snippets.map(({ id }) => id) } }
    },
    async t3({ agent, turn, policy }) {
      await pause()
      const flag = pick(FLAGS, AGENTS.indexOf(agent) + turn)
      // Every other agent plans with a model, whose word is in the policy.
      const isModel = AGENTS.indexOf(agent) % 2 === 1 && !('flag' in rest)
      if (isModel) policy['reflection'] = flag
      const plan = 'flag' in rest ? { reflection: rest.flag } : isModel ? {} : { reflection: flag }
      return { plan, utter: sayingOf(agent, turn) }
    },
    async t4({ agent, turn, dryRun, log }) {
      await pause()
      const applied = !dryRun && (agent !== 'x y' || turn !== 2)
      if (agent === 'ada') log('health', { ok: true })
      return { applied, log: { passed: applied }, applyLog: { words: 3 } }
    },
  }
}

/** Time stands still within a turn. */
export const storyClock = (turn: number): TurnClock => ({
  at: new Date(Date.UTC(2030, 0, turn)).toISOString(),
  elapsedMs: () => 0,
  after: () => () => undefined,
})
