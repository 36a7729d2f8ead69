import { runGit } from '../../util/git.js'
import { NAME_LOG_ARGS } from './name-log.js'

const MAX_COMMITS = 50
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 1500

/** The last commit since `from` when all of the files were committed since; null when they were not. */
export async function commitOfFiles(input: {
  root: string
  from: string
  files: readonly string[]
}): Promise<string | null> {
  const { root, from, files } = input
  if (files.length === 0 || !/^[0-9a-f]{7,64}$/.test(from)) return null
  const log = await runGit(
    [...NAME_LOG_ARGS, `--max-count=${MAX_COMMITS}`, '--format=%x01%H', `${from}..HEAD`, '--'],
    { cwd: root, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
  )
  if (!log.ok) return null
  const fields = log.stdout.toString('utf8').split(/[\0\n]+/)
  const newest = fields.find((field) => field.startsWith('\u0001'))?.slice(1) ?? null
  const committed = new Set(fields)
  return files.every((file) => committed.has(file)) ? newest : null
}
