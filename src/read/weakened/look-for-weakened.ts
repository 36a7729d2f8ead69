/**
 * The door of this folder: which checks a session made weaker. From the change to a push:
 *
 * 1. `changes/` reads each changed file before and after, and says what it is to the checks.
 * 2. `find-weakened.ts` compares them. `tests/`, `settings/` and `commands/` each find shapes, such as a
 *    test that is gone or a threshold that is lower; `code/` reads the languages for them.
 * 3. `find-weakened-in.ts` asks git whether what is gone stands in a file that was not changed.
 * 4. `judge-weakened.ts` makes each shape a row: was its check red, was it asked for, was it told? The
 *    kinds of the first row in `first-row.ts` push where it was red and neither asked for nor told.
 */
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { openRepository } from '../repository/open-repository.js'
import type { RepositoryOpening } from '../repository.js'
import { judgeWeakened } from './judge-weakened.js'
import { copyGroundsOf } from './changes/copy-grounds.js'
import { findWeakenedIn } from './find-weakened-in.js'
import { findRunChanges } from './find-run-changes.js'
import { findChangedRed } from './tests/changed-red-files.js'
import { findRedCases } from './tests/red-cases.js'
import { findQuieted, namedInTree } from './tests/quieted-tests.js'
import { asksForChanges, readChanges } from './changes/read-changes.js'

interface Looking {
  /** The repository, where it was opened already. */
  opening?: RepositoryOpening | undefined
  signal?: AbortSignal | undefined
}

/**
 * The edge of the rule: git is asked only where the change touches a check, or a check was red. It has
 * been asked when this returns, and answers while the evidence is put together.
 */
export async function beginLook(
  { repository, commands }: Pick<Evidence, 'repository' | 'commands'>,
  { opening, signal }: Looking,
): Promise<(evidence: Evidence) => Promise<WeakenedCheck[]>> {
  if (repository?.root == null || repository.base === null) return findNothing
  const wasRed = commands.some(({ kind, result }) => FINDS.has(kind) && result === 'failed')
  if (!asksForChanges(repository.filesChanged, wasRed)) return findNothing
  const opened = await (opening?.opened ?? openRepository({ root: repository.root, signal }))
  if (!opened.ok) return findNothing
  const range = { base: repository.base, head: null }
  const reading = readChanges(opened.repository, range, repository.filesChanged)
  // The judge that awaits it sees the failure; without one it must not count as unhandled.
  reading.catch(() => undefined)
  return async (evidence) => {
    const read = await reading
    const shapes = await findWeakenedIn(read, copyGroundsOf(opened.repository, null))
    const quieted = await findQuieted(read.changes, evidence, namedInTree(opened.repository))
    const runs = findRunChanges(read.changes, {
      shapes: [...shapes, ...quieted],
      files: repository.filesChanged,
      namedRed: evidence.commands.some(namesRed),
    })
    const changed = [
      ...findChangedRed(read.changes, evidence.commands, shapes),
      ...findRedCases(read.changes, evidence.commands, [...shapes, ...quieted]),
    ]
    return judgeWeakened([...shapes, ...quieted, ...runs, ...changed], {
      ledger: evidence,
      sentences: evidence.sentences,
    })
  }
}

/** What finds something that the change may hide. */
const FINDS: ReadonlySet<CommandRun['kind']> = new Set(['test', 'lint', 'typecheck', 'build'])

/** A runner said which tests fail. */
export const namesRed = ({ kind, result, failing }: CommandRun): boolean =>
  kind === 'test' && result === 'failed' && failing.length > 0

const findNothing = async (): Promise<WeakenedCheck[]> => []
