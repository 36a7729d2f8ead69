/**
 * Public Claude Code sessions that a repository keeps on its branch of checkpoints: the path of a git
 * directory comes in, the longest transcript of each session and the commit before its first one go out.
 * Sessions whose id begins with 8 to f are left alone.
 */
import { runGit } from '../../src/util/git.js'

export interface RecordedSession {
  text: string
  /** What its tree was like when it began; null where no commit names it. */
  base: string | null
}

const BRANCH = 'entire/checkpoints/v1'
const FORMAT = '%ct %H %(trailers:key=Entire-Checkpoint,valueonly,separator=%x20)'
const OPTIONS = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 }

export async function readCheckpoints(cwd: string): Promise<Map<string, RecordedSession>> {
  const git = async (...args: string[]): Promise<string> => {
    const { ok, stdout } = await runGit(args, { ...OPTIONS, cwd })
    return ok ? stdout.toString() : ''
  }
  const commits = commitsOf(await git('log', '--all', `--format=${FORMAT}`))
  const sessions = new Map<string, { text: string; commits: string[] }>()
  for (const row of (await git('ls-tree', '-r', '-l', BRANCH)).split('\n')) {
    const [, blob, folder, rest] =
      /^\d+ blob (\w+) +\d+\t(\w+)\/(\w+)\/.*full\.jsonl$/.exec(row) ?? []
    if (blob === undefined) continue
    const text = await git('cat-file', 'blob', blob)
    const id = /"sessionId":"([0-9a-f-]{36})"/.exec(text)?.[1]
    if (id === undefined || !/^[0-7]/.test(id)) continue
    const known = sessions.get(id) ?? { text: '', commits: [] }
    const commit = commits.get(`${folder}${rest}`)
    sessions.set(id, {
      text: text.length > known.text.length ? text : known.text,
      commits: commit === undefined ? known.commits : [...known.commits, commit],
    })
  }
  return new Map(
    [...sessions].map(([id, { text, commits: own }]) => [id, { text, base: first(own) }]),
  )
}

/** By the checkpoint that a commit names: its time and its hash. */
function commitsOf(log: string): Map<string, string> {
  const commits = new Map<string, string>()
  for (const line of log.split('\n').toReversed()) {
    const [time, hash, ...points] = line.split(/[ ,]+/)
    for (const point of points.filter((one) => one !== '')) commits.set(point, `${time} ${hash}`)
  }
  return commits
}

const first = (commits: readonly string[]): string | null => {
  const [oldest] = commits.toSorted()
  return oldest === undefined ? null : `${oldest.split(' ')[1]}^`
}
