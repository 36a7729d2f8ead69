import type { CommandRun, Edit, Evidence } from '../../schema/evidence.js'
import { editSince } from './order.js'

/**
 * The edit that a check misses and would have to see: not of documentation, not of a scratch file that was
 * thrown away again, and not the throwing away itself; null where there is none.
 */
export function editToCheck(
  run: Pick<CommandRun, 'step' | 'part' | 'endedAt'>,
  evidence: Evidence,
): Edit | null {
  const removedAt = removals(evidence)
  return editSince(
    run,
    evidence.edits.filter((edit) => !isScratch(edit, evidence, removedAt)),
  )
}

/** Steps at which files were removed by a command that does nothing else. */
function removals({ recent }: Evidence): ReadonlySet<number> {
  const removing = recent.filter((item) => item.kind === 'call' && REMOVES.test(item.action))
  return new Set(removing.map(({ step }) => step))
}

const REMOVES = /^\s*(?:cd \S+ && )?(?:git )?rm\s/

/** Written by the agent and removed later, or the removal of what it had written. */
function isScratch(edit: Edit, { edits }: Evidence, removedAt: ReadonlySet<number>): boolean {
  if (removedAt.has(edit.step)) {
    return edits.some(({ file, step }) => file === edit.file && step < edit.step)
  }
  return edits.some(
    ({ file, step }) => file === edit.file && step > edit.step && removedAt.has(step),
  )
}
