import type { CommandRun, Edit, Evidence } from '../../schema/evidence.js'
import { partsIn } from '../../read/shell/parse-line.js'
import { editSince, placeOf } from '../../evidence/order.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { mayBeTest } from '../attempt-failure.js'

/**
 * Whether a check misses an edit that it would have to see: not of documentation, not of a scratch file
 * that was thrown away again, and not the throwing away itself.
 */
export function missesEdit(
  run: Pick<CommandRun, 'step' | 'part' | 'endedAt'>,
  evidence: Evidence,
): boolean {
  const removedAt = removals(evidence)
  const edits = evidence.edits.filter((edit) => !isScratch(edit, evidence, removedAt))
  return editSince(run, edits) !== null
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

/** Something ran after this run that is a check, or that could be one by an unknown name. */
export const mayBeCheckedSince = (evidence: Evidence, run: CommandRun): boolean =>
  evidence.commands.some(
    (later) => placeOf(later) > placeOf(run) && mayBeCheck(later) && !missesEdit(later, evidence),
  )

function mayBeCheck({ kind, command }: CommandRun): boolean {
  if (kind === 'run' || kind === 'deploy') return true
  return mayBeTest({ kind, command }) || kind === 'build' || kind === 'typecheck' || kind === 'lint'
}

/** Looking around changes nothing and makes nothing true. Each command of a line has to be a look. */
export const onlyLooks = (command: string): boolean => {
  const parts = partsIn(command)
  return parts.length > 0 && parts.every(({ text, into }) => LOOKS.test(text) && into.length === 0)
}

const LOOKS = new RegExp(
  [
    String.raw`^\s*(?:cd|ls|cat|grep|rg|find|head|tail|pwd|echo|which|wc|tree|less|stat|file|nl|sed -n|du|sort|`,
    String.raw`df|ps|env|git (?:status|log|diff|show|branch|blame|grep)|gh (?:run|pr|issue) (?:view|`,
    String.raw`list|status|diff))\b`,
  ].join(''),
)

/** A call came after the last text: what was announced was begun. */
export const hasGoneOn = (evidence: Evidence): boolean => callsSince(evidence).length > 0

/** Something was done after the last text, not only looked at: what was asked was not waited for. */
export const hasActedSince = (evidence: Evidence): boolean =>
  callsSince(evidence).some(
    ({ toolKind, action }) => toolKind === 'edit' || (toolKind === 'command' && !onlyLooks(action)),
  )

type Call = Extract<Evidence['recent'][number], { kind: 'call' }>

/** None when the last text is the client's own: a transcript that lags behind does not hold it yet. */
function callsSince({ recent, lastMessage }: Evidence): Call[] {
  const at = recent.findLastIndex(({ kind }) => kind === 'message')
  const text = recent[at]
  if (text?.kind !== 'message' || text.text !== oneLineSafely(lastMessage ?? '', 300)) return []
  return recent.slice(at).flatMap((item) => (item.kind === 'call' && !item.sidechain ? [item] : []))
}
