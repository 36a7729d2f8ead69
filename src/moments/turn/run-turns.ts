/**
 * The turn runner: four stages as functions and the names of agents come in; every agent's turns
 * are played, logged, and looked back on after they were applied. Agents may run at once, and the
 * bytes that are written are those of one after the other: all agents finish a turn before any
 * begins the next, and entries and lines are written in a fixed order at its end.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../schema/config.js'
import { ReflectError } from '../../schema/error.js'
import { openOwnFolder } from '../../util/own-folder.js'
import { playTurn } from './play-turn.js'
import type { PlayedTurn } from './play-turn.js'
import { prepareReflection, recordReflection } from './reflect-turn.js'
import type { TurnBundle, TurnPorts, TurnReflection } from './turn-bundle.js'
import type { TurnClock } from './turn-clock.js'
import { whyNoReflection } from './turn-gates.js'
import { flushLogs, StagedLogs } from './turn-logs.js'
import type { TurnOutcome, TurnStages } from './turn-stages.js'
import { compareText } from '../../util/compare-text.js'

/** Agents, their turns and the stages that play them. */
export interface RunTurnsInput<Observed = unknown> {
  agents: readonly string[]
  /** The numbers of the turns, in the order in which they are played. */
  turns: readonly number[]
  stages: TurnStages<Observed>
  config: Config['turn']
  ports: Omit<TurnPorts, 'log'>
  /** The time of a turn, the same for all agents. */
  clock(turn: number): TurnClock
  /** How many agents play at once. @default 1 */
  parallel?: number
  /** @default false */
  dryRun?: boolean
  /** `outputDir` is a workspace's `.reflection`; `dir` is taken as it is. */
  logs: { outputDir: string } | { dir: string }
}

/** How every turn ended. */
export interface TurnsReport {
  turns: TurnOutcome[]
  /** Logs that could not be written. */
  problems: string[]
}

const LOG_FOLDERS = ['logs', 'turns']

/** Plays the turns of one agent or many, logs each stage, and looks back on every turn. */
export async function runTurns<Observed>(input: RunTurnsInput<Observed>): Promise<TurnsReport> {
  const agents = checkedAgents(input.agents)
  const dir = await openLogFolder(input.logs)
  const report: TurnsReport = { turns: [], problems: [] }
  for (const turn of input.turns) {
    const staged = new StagedLogs()
    const clock = input.clock(turn)
    const ended = await mapBounded(agents, input.parallel ?? 1, (agent) =>
      playAndPrepare(input, { agent, turn, clock, staged }),
    )
    for (const one of ended) report.turns.push(await recordTurn(one, input, staged))
    report.problems.push(...(await flushLogs(staged, dir)))
  }
  return report
}

function checkedAgents(agents: readonly string[]): string[] {
  const sorted = [...agents].sort(compareText)
  const twin = sorted.find((agent, index) => agent === '' || agent === sorted[index + 1])
  if (twin === undefined) return sorted
  const text = twin === '' ? 'An agent needs a name' : `Two agents are called "${twin}"`
  throw new ReflectError('usage', text, { remedy: 'Give each agent a name of its own.' })
}

export async function openLogFolder(logs: RunTurnsInput['logs']): Promise<string> {
  if ('dir' in logs) {
    await mkdir(logs.dir, { recursive: true, mode: 0o700 })
    return logs.dir
  }
  const inTheWay = await openOwnFolder(logs.outputDir, ...LOG_FOLDERS)
  if (inTheWay === null) return path.join(logs.outputDir, ...LOG_FOLDERS)
  throw new ReflectError('unsafe-path', `${inTheWay} in ${logs.outputDir} is not a real folder`, {
    remedy: 'Remove it, or name another folder for the logs.',
  })
}

interface EndedTurn {
  bundle: TurnBundle | null
  played: PlayedTurn
  closed: string | null
  prepared: TurnReflection | null
}

async function playAndPrepare<Observed>(
  { stages, config, ports, dryRun = false }: RunTurnsInput<Observed>,
  one: { agent: string; turn: number; clock: TurnClock; staged: StagedLogs },
): Promise<EndedTurn> {
  const played = await playTurn(stages, { ...one, dryRun })
  const { bundle } = played
  if (bundle === null) return { bundle, played, closed: `turn_${played.outcome}`, prepared: null }
  const closed = whyNoReflection(bundle, config)
  if (closed !== null) return { bundle, played, closed, prepared: null }
  return { bundle, played, closed, prepared: await prepareReflection(bundle, config, ports) }
}

async function recordTurn<Observed>(
  { bundle, played, closed, prepared }: EndedTurn,
  { config, ports }: RunTurnsInput<Observed>,
  staged: StagedLogs,
): Promise<TurnOutcome> {
  const { agent, turn, outcome, error } = played
  const done = { agent, turn, outcome, error }
  if (bundle === null || prepared === null) return { ...done, reflection: null, reason: closed }
  const reflection = await recordReflection(bundle, prepared, config, {
    store: ports.store,
    log: ({ turn, agent, ...fields }) => staged.stage('reflection', agent, turn, fields),
  })
  return { ...done, reflection, reason: reflection.metrics.reason ?? null }
}

/** Results in the order of the items, with so many under way at once. */
async function mapBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const take = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index]!)
    }
  }
  const workers = Math.min(Math.max(1, Math.trunc(limit) || 1), items.length)
  await Promise.all(Array.from({ length: workers }, take))
  return results
}
