import path from 'node:path'
import { runGit } from '../../util/git.js'

/** Whether git's index knows the file: then it came with the repository, not from this run. */
export async function isTracked(input: {
  root: string
  file: string
  signal?: AbortSignal
}): Promise<boolean> {
  const relative = path.relative(input.root, input.file)
  if (relative.startsWith('..') || path.isAbsolute(relative)) return false
  const result = await runGit(['ls-files', '--error-unmatch', '-z', '--', relative], {
    cwd: input.root,
    signal: input.signal,
  })
  return result.ok
}
