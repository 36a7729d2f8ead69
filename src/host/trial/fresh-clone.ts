/**
 * A past state of the project as a repository that knows nothing else: the files of one commit, the
 * tests of its child, one new commit, no remote, no other object. Agents read the answer from an
 * object store that they share, from reflogs and from packed refs; here there is none to read.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { runGit } from '../../util/git.js'
import type { Replay } from './find-replay.js'
import type { TrialPlace } from './trial-place.js'

const TIMEOUT_MS = 120_000

/** Makes the clone. `at: 'fix'` is the state that the fix led to, to see its check green. */
export async function makeClone(
  dir: string,
  { commit, tests }: Pick<Replay, 'commit' | 'tests'>,
  at: 'broken' | 'fix',
  place: TrialPlace,
): Promise<void> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const git = (...args: string[]) => gitIn(dir, args, place)
  // The project's objects are lent for as long as files are taken out of them.
  const objects = path.resolve(
    place.root,
    (await gitIn(place.root, ['rev-parse', '--git-path', 'objects'], place)).trim(),
  )
  await init(git)
  writeFileSync(path.join(dir, '.git/objects/info/alternates'), `${objects}\n`)
  await git('read-tree', at === 'fix' ? commit : `${commit}^`)
  await git('checkout-index', '--all', '--force')
  if (at === 'broken') await takeTests(dir, { commit, tests }, place)
  rmSync(path.join(dir, '.git'), { recursive: true })
  await init(git)
  await git('add', '--all', '--force')
  await git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'Begin')
}

/** The tests as the fix left them, whatever an agent made of them. */
export async function restoreTests(
  dir: string,
  replay: Pick<Replay, 'commit' | 'tests'>,
  place: TrialPlace,
): Promise<void> {
  for (const file of replay.tests) {
    const shown = await runGit(['show', `${replay.commit}:${file}`], options(place.root, place))
    const target = path.join(dir, file)
    rmSync(target, { recursive: true, force: true })
    if (!shown.ok) continue
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, shown.stdout)
  }
}

async function takeTests(
  dir: string,
  { commit, tests }: Pick<Replay, 'commit' | 'tests'>,
  place: TrialPlace,
): Promise<void> {
  const listed = await gitIn(dir, ['ls-tree', '-r', '--name-only', '-z', commit], place)
  const there = new Set(listed.split('\0'))
  for (const file of tests) {
    if (there.has(file)) await gitIn(dir, ['checkout', '--quiet', commit, '--', file], place)
    else if (existsSync(path.join(dir, file))) rmSync(path.join(dir, file))
  }
}

const init = (git: (...args: string[]) => Promise<string>): Promise<string> =>
  git('init', '--quiet', '--initial-branch=main', '--template=')

const OWN = [
  'user.name=Reflectory',
  'user.email=reflectory@localhost',
  'commit.gpgSign=false',
  'core.autocrlf=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

const options = (cwd: string, { env, signal }: TrialPlace) => ({
  cwd,
  // A repository above must not answer for one that is missing here.
  env: { ...env, GIT_CEILING_DIRECTORIES: path.dirname(cwd) },
  timeoutMs: TIMEOUT_MS,
  signal,
})

async function gitIn(cwd: string, args: readonly string[], place: TrialPlace): Promise<string> {
  const ran = await runGit([...OWN, ...args], options(cwd, place))
  if (ran.ok) return ran.stdout.toString('utf8')
  throw new ReflectError('git-failed', `git ${args[0]} for a trial: ${ran.stderr || ran.failure}`)
}
