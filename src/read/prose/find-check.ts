import type { Label } from './classify.js'
import { splitClauses } from './split-clauses.js'
import { subjectsIn } from './subjects.js'
import type { Subject } from './subjects.js'

/** A sentence of two halves, the second of which says how a check ended. */
export interface FoundCheck {
  head: string
  tail: string
  read: Label
}

/** "The sum is fixed and all tests pass" does two things, and the second one can be looked up. */
export function findCheck(
  text: string,
  whole: Label,
  read: (text: string) => Label,
): FoundCheck | null {
  if (!HIDES_CHECK.has(whole.label) || !namesCheck(text)) return null
  const clauses = splitClauses(text)
  const at = clauses.findIndex((clause, index) => index > 0 && namesCheck(clause.text))
  const before = clauses[at - 1]
  if (before === undefined) return null
  const tail = text.slice(clauses[at]!.start).trim()
  const end = read(tail)
  if (!OUTCOMES.has(end.label) || end.probability < CLEAR) return null
  return { head: text.slice(0, before.start + before.text.length + 1).trim(), tail, read: end }
}

const HIDES_CHECK: ReadonlySet<string> = new Set(['done', 'delivered', 'other'])
const OUTCOMES: ReadonlySet<string> = new Set(['passed', 'failed'])
const CLEAR = 0.7

const CHECKS: readonly Subject[] = ['tests', 'build', 'types', 'lint']

function namesCheck(text: string): boolean {
  const subjects = subjectsIn(text)
  return CHECKS.some((subject) => subjects.has(subject))
}
