import { degradedBy, describeDegraded } from '../../read/repository/degraded.js'
import { NAME_LOG_ARGS } from '../../read/repository/name-log.js'
import { ReflectError } from '../../schema/error.js'
import { runGit, type GitFailure, type GitOptions } from '../../util/git.js'
import {
  HASH,
  MAX_SUBJECT_CHARS,
  namesFailingCheck,
  revertedIn,
  type HistoryCommit,
} from './history-commit.js'

/** The one git call of the experiment; the bench runs the same one bare. */
export const GIT_LOG_ARGS: readonly string[] = [
  ...NAME_LOG_ARGS,
  // A merge has the files that its branch brought.
  '--diff-merges=first-parent',
  '--encoding=UTF-8',
  '--format=%x01%H%x00%ct%x00%P%x00%s%x00%b',
]

export interface GitLogReading {
  /** The clone has no history below some commits. */
  readonly shallow: boolean
  /** Why less than the whole history was read. */
  readonly cut: 'too-large' | 'timeout' | null
}

/** Reads a repository's log, newest commit first. A history that is too long is cut at its old end. */
export async function readGitLog(
  options: GitOptions & { readonly since?: string | undefined },
  onCommit: (commit: HistoryCommit) => void,
): Promise<GitLogReading> {
  const bounds = { timeoutMs: MAX_LOG_MS, maxBytes: MAX_LOG_BYTES, ...options }
  const since = options.since === undefined ? [] : [`--since=${options.since}`]
  const [shallow, log] = await Promise.all([
    isShallow(options),
    runGit([...GIT_LOG_ARGS, ...since, '--'], bounds),
  ])
  const cut = log.ok ? null : log.failure
  if (cut !== null && cut !== 'too-large' && cut !== 'timeout') {
    if (await hasNoCommits(options)) return { shallow, cut: null }
    throw unreadable(options.cwd, cut, log)
  }
  parseGitLog(
    log.stdout,
    (commit) => onCommit(shallow ? withoutGraft(commit) : commit),
    cut !== null,
  )
  return { shallow, cut }
}

const MAX_LOG_BYTES = 128 * 1024 * 1024
const MAX_LOG_MS = 600_000
const SLICE_BYTES = 1 << 18

/** Parses the output of that call. With `cut`, the last commit may be half and is left out. */
export function parseGitLog(
  output: Buffer,
  onCommit: (commit: HistoryCommit) => void,
  cut = false,
): void {
  let header: string[] = []
  let files: string[] = []
  const finish = (): void => {
    const [hash = '', seconds = '', parents = '', subject = '', body = ''] = header
    if (header.length === 0) return
    onCommit({
      hash: hash.slice(1),
      time: Number(seconds),
      parents: parents === '' ? 0 : parents.split(' ').length,
      parentHashes: parents === '' ? [] : parents.split(' '),
      subject: subject.slice(0, MAX_SUBJECT_CHARS),
      revertsHash: body === '' ? null : revertedIn(body),
      failingCheck: body !== '' && namesFailingCheck(body),
      files,
    })
  }
  for (const field of nulFields(output)) {
    if (header.length > 0 && header.length < HEADER_FIELDS) {
      header.push(field)
    } else if (field.startsWith('\u0001') && HASH.test(field.slice(1))) {
      finish()
      header = [field]
      files = []
    } else if (field !== '') {
      // Git puts a line break between the header and the first name.
      files.push(files.length === 0 && field.startsWith('\n') ? field.slice(1) : field)
    }
  }
  if (!cut) finish()
}

const HEADER_FIELDS = 5

// In slices, so that the text of a long history is never whole in memory beside its bytes.
function* nulFields(output: Buffer): Generator<string> {
  let start = 0
  while (start < output.length) {
    let end = output.indexOf(0, Math.min(start + SLICE_BYTES, output.length - 1))
    if (end === -1) end = output.length
    yield* output.toString('utf8', start, end).split('\0')
    start = end + 1
  }
}

// The oldest commits of a shallow clone seem to add every file there is.
const withoutGraft = (commit: HistoryCommit): HistoryCommit =>
  commit.parents === 0 ? { ...commit, files: [] } : commit

async function isShallow(options: GitOptions): Promise<boolean> {
  const answer = await runGit(['rev-parse', '--is-shallow-repository'], options)
  return answer.ok && answer.stdout.toString().trim() === 'true'
}

async function hasNoCommits(options: GitOptions): Promise<boolean> {
  const [inside, head] = await Promise.all([
    runGit(['rev-parse', '--git-dir'], options),
    runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], options),
  ])
  return inside.ok && !head.ok
}

function unreadable(
  folder: string,
  failure: GitFailure,
  log: { readonly ok: boolean; readonly stderr?: string },
): ReflectError {
  const cause = log.stderr
  if (failure === 'not-a-repository') {
    return new ReflectError('not-found', `${folder} is not in a git repository`, {
      cause,
      remedy: 'Name a repository, or read a saved log with --log FILE.',
    })
  }
  const { text, remedy } = describeDegraded(degradedBy(failure))
  return new ReflectError('git-failed', `The history could not be read: ${text}`, {
    cause,
    ...(remedy === null ? {} : { remedy }),
  })
}
