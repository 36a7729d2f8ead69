/**
 * Which past failures can be replayed. An episode comes in; the commit that was its fix, with the
 * tests that the commit brought, or the reason why there is none goes out. Whether the check is
 * really red before it and green after it is seen by running it.
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

export type FoundReplay = { ok: true; replay: Replay } | { ok: false; reason: string }

/** How long after the check was green a fix is committed. */
const MAX_DELAY_MS = 7 * 24 * 60 * 60 * 1000

export async function findReplay(episode: Episode, place: TrialPlace): Promise<FoundReplay> {
  const { resolvedBy, weakened, state, check } = episode
  if (state !== 'resolved' || resolvedBy === null) return no('it was never made green')
  if (weakened) return no('its check was weakened')
  if (resolvedBy.files.length === 0) return no('no file was changed to make it green')
  const commit = resolvedBy.commit ?? (await firstCommit(episode, resolvedBy.files, place))
  if (commit === null) return no('its fix was not committed')
  const files = await changedFiles(commit, place)
  if (files === null) return no('its fix has no single parent here')
  const tests = files.filter((file) => surfaceOf(file) === 'test')
  if (tests.length === files.length) return no('its fix changed nothing but tests')
  return { ok: true, replay: { episodeId: episode.id, check, commit, tests } }
}

const no = (reason: string): FoundReplay => ({ ok: false, reason })

/** The first commit after the check was green that has the files of the fix. */
async function firstCommit(
  { startedAt, endedAt }: Episode,
  files: readonly string[],
  { root, env, signal }: TrialPlace,
): Promise<string | null> {
  const greenMs = Date.parse(endedAt ?? startedAt)
  const inProject = files
    .map((file) => (path.isAbsolute(file) ? path.relative(root, file) : file))
    .filter((file) => !file.startsWith('..'))
  if (inProject.length === 0) return null
  const asked = await runGit(
    [
      'log',
      '--branches',
      '--no-merges',
      '--format=%H %ct',
      `--since=${gitTime(greenMs - 1000)}`,
      `--until=${gitTime(greenMs + MAX_DELAY_MS)}`,
      '--',
      ...inProject,
    ],
    { cwd: root, env: { ...env }, signal },
  )
  if (!asked.ok) return null
  const commits = asked.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .sort(([, a], [, b]) => Number(a) - Number(b))
  return commits[0]?.[0] ?? null
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
