/**
 * Which past failures can be replayed. An episode comes in; the commits that may be its fix, each
 * with the tests that it brought, or the reason why there is none goes out. Whether the check is
 * really red before one and green after it is seen by running it.
 */
import path from 'node:path'
import { surfaceOf } from '../../risk/path-surface.js'
import type { Episode } from '../../schema/episode.js'
import { runGit } from '../../util/git.js'
import type { TrialPlace } from './trial-place.js'

export interface Replay {
  episodeId: string
  /** The command that judges. */
  check: string
  /** The commit that was the fix. */
  commit: string
  /** Its test files. */
  tests: string[]
}

/** At least one replay, likeliest first. */
export type FoundReplays = { ok: true; replays: Replay[] } | { ok: false; reason: string }

/** How long after the check was green a fix is committed. */
const MAX_DELAY_MS = 7 * 24 * 60 * 60 * 1000

export async function findReplays(episode: Episode, place: TrialPlace): Promise<FoundReplays> {
  const { resolvedBy, weakened, state } = episode
  if (state !== 'resolved' || resolvedBy === null) return no('it was never made green')
  if (weakened) return no('its check was weakened')
  if (resolvedBy.files.length === 0) return no('no file was changed to make it green')
  const commits =
    resolvedBy.commit === null
      ? await likelyCommits(episode, resolvedBy.files, place)
      : [resolvedBy.commit]
  if (commits.length === 0) return no('its fix was not committed')
  const read = await Promise.all(commits.map((commit) => readReplay(commit, episode, place)))
  const replays = read.flatMap((one) => (one.ok ? one.replays : []))
  return replays.length > 0 ? { ok: true, replays } : read[0]!
}

const no = (reason: string): FoundReplays => ({ ok: false, reason })

async function readReplay(
  commit: string,
  { id, check }: Episode,
  place: TrialPlace,
): Promise<FoundReplays> {
  const files = await changedFiles(commit, place)
  if (files === null) return no('its fix has no single parent here')
  const tests = files.filter((file) => surfaceOf(file) === 'test')
  if (tests.length === files.length) return no('its fix changed nothing but tests')
  return { ok: true, replays: [{ episodeId: id, check, commit, tests }] }
}

/**
 * With files of the fix: the first commit after the check was green, then those of the same second,
 * the latest first, because git keeps whole seconds; then the one before, because an agent may
 * commit before it runs the check again.
 */
async function likelyCommits(
  { startedAt, endedAt }: Episode,
  files: readonly string[],
  { root, env, signal }: TrialPlace,
): Promise<string[]> {
  const greenMs = Date.parse(endedAt ?? startedAt)
  const inProject = files
    .map((file) => (path.isAbsolute(file) ? path.relative(root, file) : file))
    .filter((file) => !file.startsWith('..'))
  if (inProject.length === 0) return []
  const asked = await runGit(
    [
      'log',
      '--branches',
      '--no-merges',
      '--reverse',
      '--format=%H %ct',
      `--since=${gitTime(Date.parse(startedAt))}`,
      `--until=${gitTime(greenMs + MAX_DELAY_MS)}`,
      '--',
      ...inProject,
    ],
    { cwd: root, env: { ...env }, signal },
  )
  if (!asked.ok) return []
  const commits = asked.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .map(([commit = '', seconds]) => ({ commit, ms: Number(seconds) * 1000 }))
    .sort((a, b) => a.ms - b.ms)
  const after = commits.filter(({ ms }) => ms > greenMs)
  const before = commits.filter(({ ms }) => ms <= greenMs - 1000)
  const within = commits.filter(({ ms }) => ms <= greenMs && ms > greenMs - 1000).toReversed()
  const likely = [after[0], ...within.slice(0, 3), before.at(-1), after[1], after[2]]
  return likely.flatMap((one) => one?.commit ?? [])
}

const gitTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** null for a commit with no parent, or several. */
async function changedFiles(
  commit: string,
  { root, env, signal }: TrialPlace,
): Promise<string[] | null> {
  const options = { cwd: root, env: { ...env }, signal }
  const parents = await runGit(['rev-list', '--parents', '-n1', commit], options)
  if (!parents.ok || parents.stdout.toString('utf8').trim().split(' ').length !== 2) return null
  const args = ['diff-tree', '-r', '--no-commit-id', '--name-only', '-z', '--no-renames', commit]
  const asked = await runGit(args, options)
  return asked.ok ? asked.stdout.toString('utf8').split('\0').filter(Boolean) : null
}
