/**
 * A skill on trial: its runs are planned in one record, done one by one in an order drawn from the
 * record's seed, each in a clone of its own, and judged by the episode's own check. A killed trial
 * goes on from its record: a run without an end is done again, and clones that it left are removed.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Trial } from '../../schema/trial.js'
import { sha256 } from '../../util/sha256.js'
import { readHostDue } from '../due-rows.js'
import { settleLostRuns } from '../lost-runs.js'
import { ownSessionId } from '../own-session.js'
import type { Runner } from '../runner.js'
import { writeCopy } from '../skills/install/skill-copy.js'
import { writeGitExclude } from '../skills/install/git-exclude.js'
import { readLife, stepOf } from '../skills/skill-life.js'
import type { Step } from '../skills/skill-life.js'
import { runSubSession } from '../sub-session.js'
import { makeClone, restoreTests } from './fresh-clone.js'
import type { Replay } from './find-replay.js'
import { judgeTrial } from './judge-trial.js'
import type { EpisodeRuns } from './judge-trial.js'
import { prepare } from './plan-trial.js'
import type { Candidate, TrialDeps, TrialTerms } from './plan-trial.js'
import { runLine } from './run-check.js'

export interface TrialWork {
  candidate: Candidate
  terms: TrialTerms
  replays: readonly Replay[]
  /** The real runner, at work in a folder. */
  runnerIn(dir: string): Runner
  /** Folders of skills, from a project's root, in which the runner's client looks. */
  folders: readonly string[]
  onRun(run: Trial['runs'][number], done: number, of: number): void
}

/** Records what is planned, before anything runs. */
export async function startTrial(
  { candidate, terms, replays }: Pick<TrialWork, 'candidate' | 'terms' | 'replays'>,
  deps: TrialDeps,
): Promise<Trial> {
  const now = deps.now()
  const id = deps.nextId()
  const arms = replays.flatMap(({ episodeId }) =>
    Array.from({ length: terms.runsPerArm }, () => ['with', 'without'] as const)
      .flat()
      .map((arm) => ({ episodeId, arm })),
  )
  const runs = shuffle(arms, id).map((one) => ({
    ...one,
    outcome: 'planned' as const,
    durationMs: null,
    tokens: null,
    usd: null,
  }))
  const trial: Trial = {
    id,
    skill: candidate.skill,
    changeId: candidate.change?.id ?? null,
    textHash: sha256(candidate.text),
    runner: terms.runner,
    setup: terms.setup,
    timeoutMs: terms.timeoutMs,
    offline: terms.isRunnerOffline,
    seed: id,
    episodes: replays.map(({ episodeId }) => episodeId),
    budget: budgetOf(replays.length, terms),
    runs,
    state: 'planned',
    result: null,
    startedAt: now.toISOString(),
    endedAt: null,
  }
  const begun: RecordWrite[] = [{ kind: 'trial', record: trial }]
  const reason = `${runs.length} runs on ${replays.length} episodes`
  const first = { state: 'trial', by: 'person', reason, trialId: id } as const
  // In one transaction: who takes it up after a crash takes no first step.
  const isTaken = candidate.change !== null && (await step(first, trial, deps, begun))
  if (!isTaken) await deps.store.add(begun)
  return trial
}

export const budgetOf = (episodes: number, terms: TrialTerms): Trial['budget'] => {
  const runs = episodes * 2 * terms.runsPerArm
  return { runs, minutes: Math.ceil((runs * terms.timeoutMs) / 60_000), usd: null }
}

/** Does the runs that are left and judges all; stopped in between, it can be taken up again. */
export async function continueTrial(
  begun: Trial,
  work: TrialWork,
  deps: TrialDeps,
): Promise<Trial> {
  const folder = path.join(deps.workDir, begun.id)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await settleLostRuns(await readHostDue(deps.store, ['run-watch']), deps)
  const { setup, timeoutMs, isRunnerOffline: offline } = work.terms
  let trial: Trial = {
    ...begun,
    setup,
    timeoutMs,
    offline,
    state: 'running',
    runs: begun.runs.map((run) =>
      run.outcome === 'running' ? { ...run, outcome: 'planned' as const } : run,
    ),
  }
  const endsAt = deps.now().getTime() + trial.budget.minutes * 60_000
  try {
    for (const [index, run] of trial.runs.entries()) {
      if (run.outcome !== 'planned') continue
      if (deps.signal.aborted || deps.now().getTime() >= endsAt) break
      trial = await keep(withRun(trial, index, { outcome: 'running' }), deps)
      const ended = await doRun(run, path.join(folder, String(index)), work, deps)
      trial = await keep(withRun(trial, index, ended), deps)
      work.onRun(trial.runs[index]!, doneOf(trial), trial.runs.length)
      refuseBroken(trial)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const isOver = trial.runs.every(({ outcome }) => outcome !== 'planned' && outcome !== 'running')
  return isOver ? finish(trial, deps) : keep({ ...trial, state: 'stopped' }, deps)
}

type Run = Trial['runs'][number]

const doneOf = ({ runs }: Trial): number =>
  runs.filter(({ outcome }) => outcome !== 'planned' && outcome !== 'running').length

const withRun = (trial: Trial, index: number, fields: Partial<Run>): Trial => ({
  ...trial,
  runs: trial.runs.map((run, at) => (at === index ? { ...run, ...fields } : run)),
})

async function keep(trial: Trial, { store }: TrialDeps): Promise<Trial> {
  await store.add([{ kind: 'trial', record: trial }])
  return trial
}

async function doRun(
  { episodeId, arm }: Run,
  dir: string,
  work: TrialWork,
  deps: TrialDeps,
): Promise<Partial<Run>> {
  const replay = work.replays.find((one) => one.episodeId === episodeId)!
  const { terms } = work
  try {
    await makeClone(dir, replay, 'broken', deps)
    if (!(await prepare(dir, terms, deps))) return { outcome: 'broken' }
    await placeSkill(dir, arm, work, deps)
    const end = await runSubSession(
      {
        sessionId: ownSessionId(`trial:${deps.nextId()}`),
        taskId: null,
        objective: objectiveOf(replay),
        runner: work.runnerIn(dir),
        timeoutMs: terms.timeoutMs,
        signal: deps.signal,
      },
      deps,
    )
    // Given up with our process: it is done again.
    if (end.kind === 'stopped') return { outcome: 'planned' }
    if (end.kind !== 'ended') return { outcome: 'broken' }
    await restoreTests(dir, replay, deps)
    const isGreen = await runLine(replay.check, dir, terms, deps)
    const { duration_ms: durationMs, tokens } = end.outcome
    return { outcome: isGreen === true ? 'passed' : 'failed', durationMs, tokens }
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    deps.signal.throwIfAborted()
    return { outcome: 'broken' }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The same words on both sides: whether the skill is found and used is part of what is tried. */
const objectiveOf = ({ check }: Replay): string =>
  `In this project the check \`${check}\` is red. Find out why and fix the code so that it is green. ` +
  'Leave the tests as they are.'

async function placeSkill(
  dir: string,
  arm: Run['arm'],
  { folders, candidate: { skill, text } }: TrialWork,
  deps: TrialDeps,
): Promise<void> {
  const copies = folders.map((folder) => path.join(folder, skill))
  for (const copy of copies) rmSync(path.join(dir, copy), { recursive: true, force: true })
  if (arm === 'without') return
  await writeGitExclude(
    dir,
    copies.map((copy) => `/${copy}/`),
    { ...deps.env },
  )
  for (const copy of copies) await writeCopy(path.join(dir, copy), skill, text)
}

const MAX_BROKEN = 3

function refuseBroken({ runs }: Trial): void {
  const ended = runs.filter(({ outcome }) => outcome !== 'planned' && outcome !== 'running')
  const last = ended.slice(-MAX_BROKEN)
  if (last.length < MAX_BROKEN || last.some(({ outcome }) => outcome !== 'broken')) return
  throw new ReflectError('usage', `${MAX_BROKEN} runs in a row could not be done`, {
    remedy: 'Look at --setup and at the runner; the same command goes on from here.',
  })
}

/** All trials of the same text count together, and each of them was a look. */
async function finish(trial: Trial, deps: TrialDeps): Promise<Trial> {
  const earlier = (await deps.store.list('trial', { subject: trial.skill, limit: 50 })).filter(
    ({ id, state, textHash }) => id !== trial.id && state === 'done' && textHash === trial.textHash,
  )
  const runs = [...earlier, trial].flatMap((one) => one.runs)
  const result = judgeTrial(byEpisode(runs), earlier.length + 1)
  const endedAt = deps.now().toISOString()
  return keep({ ...trial, state: 'done', result, endedAt }, deps)
}

function byEpisode(runs: readonly Run[]): EpisodeRuns[] {
  const episodes = new Map<string, EpisodeRuns>()
  for (const { episodeId, arm, outcome } of runs) {
    if (outcome !== 'passed' && outcome !== 'failed') continue
    const known = episodes.get(episodeId) ?? {
      with: { passed: 0, n: 0 },
      without: { passed: 0, n: 0 },
    }
    known[arm].n += 1
    if (outcome === 'passed') known[arm].passed += 1
    episodes.set(episodeId, known)
  }
  return [...episodes.values()]
}

/** A step of a skill that is only proposed, with what belongs to it; false for one that is in use and stays so. */
export async function step(
  fields: Pick<Step, 'state' | 'by' | 'reason'> & { trialId: string },
  { skill, textHash }: Pick<Trial, 'skill' | 'textHash'>,
  { store, now }: TrialDeps,
  also: readonly RecordWrite[] = [],
): Promise<boolean> {
  const life = await readLife(store, skill)
  if (life !== null && life.state !== 'proposed' && life.state !== 'trial') return false
  const made = stepOf(life, { skill, textHash, ...fields }, now().toISOString())
  const key = `skill-state:${made.record.id}`
  await store.once(key, () => ({
    writes: [...also, ...made.writes],
    removes: [],
    events: made.events.map((event) => ({ ...event, key })),
    result: null,
  }))
  return true
}

/** The same order for the same seed. */
function shuffle<T>(items: readonly T[], seed: string): T[] {
  return items
    .map((item, index) => ({ item, key: sha256(`${seed}:${index}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)
}
