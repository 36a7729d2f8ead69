import path from 'node:path'
import { runGit } from '../../util/git.js'
import { realPath } from '../../util/real-path.js'
import { isInside } from '../../util/is-inside.js'

/** Whether git's index knows the file: then it came with the repository, not from this run. */
export async function isTracked(input: {
  root: string
  file: string
  signal?: AbortSignal
}): Promise<boolean> {
  // Git refuses to look behind a link, and so would call what lies there untracked.
  const root = realPath(input.root)
  const file = path.join(realPath(path.dirname(input.file)), path.basename(input.file))
  if (!isInside(file, root)) return false
  const relative = path.relative(root, file)
  const result = await runGit(['ls-files', '--error-unmatch', '-z', '--', relative], {
    cwd: root,
    signal: input.signal,
  })
  return result.ok
}
