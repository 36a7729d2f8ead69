/**
 * `reflect skills trial`: shows the text, what can be replayed and what it may cost, asks, runs and
 * says what came of it. Begun and not ended, the same command goes on.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { takeLease } from '../../../host/lease.js'
import type { Lease } from '../../../host/lease.js'
import { BUILT_IN } from '../../../host/runners/tool-loop.js'
import { describeResult } from '../../../host/trial/describe-result.js'
import { chanceToKeep, neededEpisodes } from '../../../host/trial/forecast.js'
import {
  checkEpisodes,
  findCandidate,
  findUnfinished,
  readReplays,
} from '../../../host/trial/plan-trial.js'
import type { Candidate, TrialTerms } from '../../../host/trial/plan-trial.js'
import { canCutNetwork, offlinePrefix } from '../../../host/trial/run-check.js'
import { budgetOf, continueTrial, startTrial } from '../../../host/trial/run-trial.js'
import { settleTrial } from '../../../host/trial/settle-trial.js'
import type { Host } from '../../../wiring/open-host.js'
import { ReflectError } from '../../../schema/error.js'
import type { Trial } from '../../../schema/trial.js'
import { count } from '../../../util/count.js'
import { findExecutable } from '../../../util/find-executable.js'
import { oneLine } from '../../../util/one-line.js'
import { Interrupted } from '../../ask.js'
import type { CliContext, Shown } from '../../command.js'
import type { OnHost } from '../../opens.js'
import { duration, flag, repeatedWords, text, whole } from '../../takes.js'
import type { Given } from '../../takes.js'

export const trialTakes = {
  tasks: repeatedWords('<episode...>', 'the episodes to replay (default: all that can be)'),
  runs: whole('<n>', 'runs with it and without it, of each episode', { to: 20 }, 1),
  runner: text('<name>', 'one of cycle.runners (default: the first)'),
  setup: text('<command>', 'run in each clone first, such as "npm ci"'),
  timeout: duration('time limit for a run (default: 10m)'),
  effect: whole('<points>', 'say how many runs an effect of this size needs', { to: 100 }, 40),
  offline: flag('no network for the runner either'),
}
type Asked = Given<typeof trialTakes>

export async function trial(
  name: string,
  asked: Asked,
  { host, ...context }: OnHost,
): Promise<Shown> {
  const candidate = await findCandidate(name, host)
  const lease = await takeTrial(candidate, host)
  try {
    const begun = await findUnfinished(candidate, host)
    const terms = await readTerms(begun, asked, host)
    const resumed = begun === null ? null : await readReplays(begun, host)
    const replays = resumed ?? (await agree(candidate, terms, asked.effect, { ...context, host }))
    if (replays.length === 0) return nothingToReplay(candidate)
    const isResumed = begun !== null && resumed !== null
    if (isResumed) context.note(`Going on with the trial of ${begun.startedAt}.`)
    const started = isResumed ? begun : await startTrial({ candidate, terms, replays }, host)
    const prefix = terms.isRunnerOffline ? offlinePrefix(host.env, host.root) : []
    const targets = await host.targets.list('project')
    const done = await continueTrial(
      started,
      {
        candidate,
        terms,
        replays,
        runnerIn: (dir) => host.runnerIn(terms.runner, dir, prefix),
        folders: targets.map(({ folder }) => path.relative(host.root, folder)),
        onRun: (run, n, of) => context.note(describeRun(run, n, of)),
      },
      host,
    )
    const followed = await settleTrial(done, candidate, host)
    return { json: done, text: describeEnd(done, followed), exit: done.state === 'done' ? 0 : 1 }
  } finally {
    await lease.release()
  }
}

/** Longer than a killed process keeps what it held. */
const MAX_WAITS = 20

async function takeTrial({ skill }: Candidate, host: Host): Promise<Lease> {
  for (let waits = 0; waits < MAX_WAITS && !host.signal.aborted; waits += 1) {
    const lease = await takeLease(`trial:${skill}`, host.nextId(), host)
    if (lease !== null) return lease
    await delay(1000)
  }
  throw new ReflectError('store-locked', `${skill} is on trial in another process`, {
    remedy: '`reflect skills show` tells how it ends.',
  })
}

/** A trial that goes on keeps its terms, except for what is given again. */
async function readTerms(begun: Trial | null, asked: Asked, host: Host): Promise<TrialTerms> {
  const runner = begun?.runner ?? readRunner(asked.runner, host)
  const isOffline = await canCutNetwork(host)
  const isRunnerOffline = asked.offline || begun?.offline === true
  if (isRunnerOffline && !isOffline) {
    throw new ReflectError('usage', "This system can't run a command without a network", {
      remedy: 'Leave --offline out, or use a Linux with user namespaces.',
    })
  }
  return {
    runner,
    runsPerArm: asked.runs,
    timeoutMs: asked.timeout ?? begun?.timeoutMs ?? TIMEOUT_MS,
    setup: asked.setup ?? begun?.setup ?? null,
    episodes: asked.tasks,
    isOffline,
    isRunnerOffline,
  }
}

const TIMEOUT_MS = 600_000

/** The built-in runner changes no file, so it can make nothing green. */
function readRunner(typed: string | undefined, host: Host): string {
  const name = typed ?? host.runnerNames.find((one) => one !== BUILT_IN)
  if (name === undefined || name === BUILT_IN) {
    throw new ReflectError('usage', 'A trial needs a runner that can change files', {
      remedy: 'Name an agent under cycle.runners in your reflection.yaml.',
    })
  }
  host.runnerIn(name, host.root, [])
  const [program = ''] = host.config.cycle.runners[name]!.command
  if (path.isAbsolute(program) || findExecutable(program, host.env, host.root) !== null) return name
  throw new ReflectError('usage', `${program} can't be started: not found on the PATH`)
}

/** What a person has to see before anything is spent. */
async function agree(
  candidate: Candidate,
  terms: TrialTerms,
  effect: number,
  { host, ...context }: CliContext & { host: Host },
) {
  context.note(candidate.text)
  const { replays } = await checkEpisodes(terms, host, (episode, reason) =>
    context.note(
      `${reason === null ? 'can be replayed' : `not replayable, ${reason}`}: ${oneLine(episode.check, 80)} (${episode.id})`,
    ),
  )
  if (replays.length === 0) return []
  const budget = budgetOf(replays.length, terms)
  context.note(
    [
      `${count(budget.runs, 'run')} on ${count(replays.length, 'episode')} with ${terms.runner}, at most ${budget.minutes} minutes.`,
      'What the runner spends is not known beforehand.',
      `Network: ${terms.isOffline ? 'cut for the checks' : "can't be cut here"}, ${terms.isRunnerOffline ? 'cut' : 'open'} for the runner.`,
      ...forecastLines(replays.length, effect),
    ].join('\n'),
  )
  if (context.yes || !context.interactive) return replays
  if (!(await context.confirm('Start it?', true))) throw new Interrupted()
  return replays
}

/** Between the base rates that are likely: the harder one counts. */
const BASES = [0.2, 0.3, 0.4, 0.5]

function forecastLines(episodes: number, points: number): string[] {
  const effect = points / 100
  const needed = BASES.map((base) => neededEpisodes({ base, effect }))
  const most = needed.includes(null) ? null : Math.max(...(needed as number[]))
  const chance = Math.min(...BASES.map((base) => chanceToKeep(episodes, { base, effect })))
  return [
    `An effect of ${points} points needs ${most === null ? 'more than 600' : 2 * most} runs, ` +
      'one with and one without per episode, to be seen four times out of five.',
    `With ${count(episodes, 'episode')} it is seen ${Math.round(100 * chance)} times out of 100.`,
  ]
}

const describeRun = ({ arm, outcome, durationMs }: Trial['runs'][number], n: number, of: number) =>
  `${n}/${of}  ${arm.padEnd(7)}  ${outcome}${durationMs === null ? '' : `  ${Math.round(durationMs / 1000)} s`}`

const nothingToReplay = ({ skill }: Candidate): Shown => ({
  json: null,
  text: `No episode can be replayed, so ${skill} can't be tried.`,
  exit: 1,
})

const FOLLOWED = {
  active: 'It is active now.',
  rejected: 'It is rejected.',
  waits: 'It waits for you: reflect skills approve',
  nothing: '',
} as const

function describeEnd(done: Trial, followed: keyof typeof FOLLOWED): string {
  if (done.result === null) return 'Stopped; the same command goes on from here.'
  const minutes = done.runs.reduce((sum, run) => sum + (run.durationMs ?? 0), 0) / 60_000
  const tokens = done.runs.map((run) => run.tokens)
  const known = tokens.filter((one) => one !== null).reduce((sum, one) => sum + one, 0)
  const cost = tokens.every((one) => one === null) ? 'tokens not told' : `${known} tokens`
  const next =
    followed === 'waits' ? `${FOLLOWED.waits} ${done.changeId ?? ''}` : FOLLOWED[followed]
  return [
    describeResult(done.result),
    `${done.runs.length} runs, ${minutes.toFixed(1)} minutes, ${cost}.`,
    ...(next === '' ? [] : [next]),
  ].join('\n')
}
