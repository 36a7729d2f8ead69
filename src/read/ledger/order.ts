import type { CommandRun, Edit, Ledger } from '../../schema/evidence.js'
import { bareFile } from '../../util/base-name.js'

/** One number for where something stands: the session's step, then the part of its command line. */
export const placeOf = ({ step, part = 0 }: Pick<Edit, 'step' | 'part'>): number =>
  step + part / 1_000

/** Where the last edit stands; null when there is none. */
const lastEditPlace = ({ lastEditStep, lastEditPart }: LastEdit): number | null =>
  lastEditStep === null ? null : placeOf({ step: lastEditStep, part: lastEditPart })

type LastEdit = Pick<Ledger, 'lastEditStep' | 'lastEditPart'>

/** Something may have changed since the run. Enough to hold words back, not enough to send the agent back. */
export const mayBeEditedSince = (run: Run, ledger: LastEdit): boolean =>
  (lastEditPlace(ledger) ?? -1) > placeOf(run)

type Run = Pick<CommandRun, 'step' | 'part' | 'endedAt'>

/**
 * The edit that makes a run stale; null when none is known to. Where there is a tree the clock decides:
 * a file of the change was modified after the run ended. Without one the transcript's order does.
 */
export const editSince = (run: Run, edits: readonly Edit[]): Edit | null =>
  edits.findLast(
    (edit) =>
      !edit.inert &&
      edit.inferred !== 'git' &&
      placeOf(edit) > placeOf(run) &&
      (isByClock(edit, run.endedAt) || isInLine(edit, run, edits)),
  ) ?? null

/**
 * `npm test && sed -i … a.js`: a line has one end, but its commands have an order. The tree shows the
 * change, and nothing else in the session made one to that file.
 */
const isInLine = (edit: Edit, { step }: Run, edits: readonly Edit[]): boolean =>
  edit.step === step &&
  edit.modifiedAt != null &&
  !edits.some((other) => other !== edit && isSameFile(other.file, edit.file))

/** A command names it from its folder, a tool with its whole path. */
const isSameFile = (a: string, b: string): boolean =>
  a === b || a.endsWith(`/${bareFile(b)}`) || b.endsWith(`/${bareFile(a)}`)

function isByClock({ modifiedAt, inferred }: Edit, endedAt: string | undefined): boolean {
  if (modifiedAt === undefined) return true
  if (modifiedAt === null) return false
  if (endedAt === undefined) return inferred === undefined
  return Date.parse(modifiedAt) > Date.parse(endedAt)
}
