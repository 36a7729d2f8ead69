/** Two commits as git's objects have them: the work tree is not looked at, and no filter is asked. */
import { ReflectError } from '../../schema/error.js'
import { type Degraded, degradedBy, describeDegraded } from './degraded.js'
import { NUMSTAT_ARGS, type NumberedChanges, parseNumstat } from './numstat.js'
import type { OpenRepository } from './open-repository.js'
import { readablePath } from './readable-path.js'

type Git = Pick<OpenRepository, 'git' | 'isObserved'>

export async function changesBetween(
  { git, isObserved }: Git,
  base: string,
  head: string,
): Promise<NumberedChanges & { degraded: Degraded[] }> {
  const answer = await git(['diff-tree', '-r', ...NUMSTAT_ARGS, base, head, '--'])
  const changes = parseNumstat(answer.stdout, isObserved)
  return {
    ...changes,
    files: [...new Set(changes.files.map(readablePath))].sort(),
    degraded: answer.ok ? [] : [degradedBy(answer.failure)],
  }
}

/** The commit that a name stands for; a `usage` error when there is none. */
export async function resolveCommit({ git }: Pick<Git, 'git'>, name: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  const found = await git(args)
  if (found.ok) return found.stdout.toString().trim()
  if (found.failure !== 'failed') {
    const { text, remedy } = describeDegraded(degradedBy(found.failure))
    throw new ReflectError('git-failed', `"${name}" can't be looked up: ${text}`, {
      remedy: remedy ?? 'Try again.',
    })
  }
  throw new ReflectError('usage', `There is no commit "${name}" here`, {
    remedy: 'Name a branch, tag or commit that this clone has; fetch it first if need be.',
  })
}

/** Where the second commit left the first; null when this clone has no commit that both came from. */
export async function findMergeBase(
  { git }: Pick<Git, 'git'>,
  one: string,
  other: string,
): Promise<string | null> {
  const answer = await git(['merge-base', one, other])
  return answer.ok ? answer.stdout.toString().trim() : null
}

/** A clone whose history was cut off. */
export async function isShallow({ git }: Pick<Git, 'git'>): Promise<boolean> {
  const answer = await git(['rev-parse', '--is-shallow-repository'])
  return answer.ok && answer.stdout.toString().trim() === 'true'
}
