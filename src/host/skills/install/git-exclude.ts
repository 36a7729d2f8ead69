import { lstatSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../../schema/error.js'
import { runGit } from '../../../util/git.js'
import { writeAtomic } from '../../../util/write-atomic.js'
import { withExcludes } from './exclude-block.js'

/** Makes these lines, and no others, our part of the repository's `info/exclude`. */
export async function writeGitExclude(
  root: string,
  lines: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const file = await excludeFile(root, env)
  if (file === null) return
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) throw notAFile(file)
  // One character a byte: the file may be in any encoding.
  const before = stat === undefined ? null : readFileSync(file, 'latin1')
  const after = withExcludes(before, lines)
  if (after === before) return
  if (after === null) return rmSync(file)
  await writeAtomic(file, Buffer.from(after, 'latin1'), { mode: (stat?.mode ?? 0o644) & 0o777 })
}

/** null where there is no repository. */
async function excludeFile(root: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const asked = await runGit(['rev-parse', '--git-path', 'info/exclude'], { cwd: root, env })
  return asked.ok ? path.resolve(root, asked.stdout.toString('utf8').trim()) : null
}

const notAFile = (file: string): ReflectError =>
  new ReflectError('unsafe-path', `${file} is not a file`, {
    remedy: 'Put a file in its place: skills would show up in `git status`.',
  })
