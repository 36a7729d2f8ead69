/**
 * A judge's objections, held against what we can see. Each has to point at something: a file and line, a
 * step, or what it calls absent. One whose pointer doesn't hold is dropped and counted.
 */
import { isFileName, namedIn } from '../../read/prose/named-in.js'
import type { Look } from '../../read/demands/look-for.js'
import { CHECKED_BY, subjectsIn } from '../../read/prose/subjects.js'
import type { Evidence } from '../../schema/evidence.js'
import type { DemandToJudge } from './demands-to-judge.js'
import type { ModelVerdict, Pointer } from './judge-by-model.js'

export interface Grounds {
  evidence: Evidence
  /** The demands that the judge was shown, in the order of their numbers. */
  demands: readonly DemandToJudge[]
  /** null where there is no tree to look at. */
  look: Look | null
  diff: string
}

export interface Verified {
  /** null: it objected, and nothing of it holds. */
  complete: boolean | null
  dropped: number
  /** What holds: each a demand and what the judge points at, in no words of its own. */
  about: readonly string[]
}

export function verifyObjections(verdict: ModelVerdict, grounds: Grounds): Verified {
  const isObjection = !verdict.complete || verdict.severity === 'BLOCKER'
  if (!isObjection) return { complete: verdict.complete, dropped: 0, about: [] }
  // It pushes no agent, so it needs no proof. A blocker pushes, whoever has to act.
  const isForPerson = verdict.requires_human_action && verdict.severity !== 'BLOCKER'
  if (verdict.waits_for_person || isForPerson) return { complete: false, dropped: 0, about: [] }
  const objections = verdict.demands.filter(({ status }) => status === 'not_met')
  const holding = objections.filter(
    ({ demand, pointer }) =>
      grounds.demands[demand - 1]?.state === 'asked' && pointer !== null && holds(pointer, grounds),
  )
  const dropped = Math.max(objections.length, 1) - holding.length
  const about = holding.map(
    ({ demand, pointer }) => `${grounds.demands[demand - 1]!.sentence}\n${placeOf(pointer!)}`,
  )
  return { complete: holding.length > 0 ? false : null, dropped, about }
}

/** A line moves with every edit: the file is what is meant. */
const placeOf = ({ absent, step, file = '' }: Pointer): string =>
  absent !== undefined ? bareName(absent) : step !== undefined ? `step ${step}` : file

const bareName = (what: string): string => what.trim().replaceAll('`', '').replace(/\(\)$/, '')

function holds(pointer: Pointer, grounds: Grounds): boolean {
  if (pointer.absent !== undefined) return isAbsent(pointer.absent, grounds)
  if (pointer.step !== undefined) return isStep(pointer.step, grounds.evidence)
  return pointer.file !== undefined && isLine(pointer.file, pointer.line, grounds)
}

function isLine(file: string, line: number | undefined, { look, evidence }: Grounds): boolean {
  if (look === null) return evidence.edits.some((edit) => edit.file.endsWith(file))
  const text = look.textOf(file)
  return text !== null && (line === undefined || (line >= 1 && line <= text.split('\n').length))
}

const isStep = (step: number, { commands, edits, recent }: Evidence): boolean =>
  [...commands, ...edits, ...recent].some((one) => one.step === step)

/** A path that is not there, a check that did not run, or a symbol that no changed file has. */
function isAbsent(what: string, { look, diff, evidence }: Grounds): boolean {
  const name = bareName(what)
  if (isFileName(name)) return look !== null && !look.exists(name)
  // A path begins at something that is there; "and/or" is none.
  if (name.includes('/') && !/\s/.test(name))
    return look !== null && look.exists(name.split('/', 1)[0]!) && !look.exists(name)
  if (/^[\w$]+(?:[.:]+[\w$]+)*$/.test(name) && subjectsIn(name).size === 0) {
    const files = evidence.repository?.filesChanged ?? []
    if (look === null || files.length === 0) return false
    return (
      !diff.includes(name) && !files.some((file) => look.textOf(file)?.includes(name) !== false)
    )
  }
  const kinds = CHECKED_BY.find(([subject]) => subjectsIn(name).has(subject))?.[1]
  const isRun = evidence.commands.some(
    (run) => run.command.includes(name) || kinds?.includes(run.kind) === true,
  )
  const isCommand = namedIn(`\`${name}\``).commands.length > 0
  return (kinds !== undefined || isCommand) && !isRun
}
