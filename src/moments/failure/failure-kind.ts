import { COMPARED, FAILURE_KINDS, SURROUNDINGS } from '../../data/failure-kinds.js'
import type { FailureKind } from '../../data/failure-kinds.js'
import { evenText } from '../../safety/even-text.js'
import type { FailureType, LessonCategory } from '../../schema/lesson.js'

/** Where no pattern matches, the type of the failure is all that is known. */
const BY_TYPE: Readonly<Record<FailureType, LessonCategory>> = {
  test_failure: 'test_gap',
  typecheck_failure: 'root_cause',
  runtime_error: 'root_cause',
  timeout: 'approach_flaw',
  verification_failed: 'verification',
}

/** What is in the way of checking at all outranks what was to be checked. */
const IN_THE_WAY: ReadonlySet<string> = new Set([
  'network',
  'rate_limit',
  'disk_full',
  'out_of_memory',
])

/** The failure's type decides first, then the first pattern that the output shows. */
export function classifyFailure(failureType: FailureType, text: string): Classified {
  const isLate = failureType === 'timeout'
  // A function called runWithTimeout in a stack frame is no timeout, and a check that compares
  // 'connection refused' with 'ok' is no network failure.
  const said = evenText(text, 32_768).replaceAll(/^[^\S\n]+at .*$/gm, '')
  const outside = said.replaceAll(COMPARED, '')
  for (const candidate of orderedFor(failureType)) {
    if (isLate && !IN_THE_WAY.has(candidate.id)) continue
    const line = candidate.pattern.exec(SURROUNDINGS.has(candidate.id) ? outside : said)?.[0].trim()
    if (line !== undefined) {
      const category = categoryFor(failureType, candidate)
      return { ...candidate, category, headline: line }
    }
  }
  return {
    id: isLate ? 'timed_out' : 'unknown',
    category: BY_TYPE[failureType],
    transient: false,
    confidence: isLate ? 0.6 : 0.3,
    headline: lastTellingLine(said),
  }
}

export interface Classified extends Omit<FailureKind, 'pattern'> {
  /** The line of the output that shows it, as it stands there. */
  headline: string
}

/** A type-check can fail on nothing but types; a test run ends in its assertion, if it has one. */
function orderedFor(failureType: FailureType): readonly FailureKind[] {
  const first: Partial<Record<FailureType, readonly string[]>> = {
    typecheck_failure: ['missing_module', 'missing_command', 'type_error', 'syntax'],
  }
  const ids = first[failureType]
  if (ids === undefined) return FAILURE_KINDS
  return [
    ...FAILURE_KINDS.filter(({ id }) => ids.includes(id)),
    ...FAILURE_KINDS.filter(({ id }) => !ids.includes(id)),
  ]
}

function categoryFor(failureType: FailureType, { id, category }: FailureKind): LessonCategory {
  if (failureType !== 'verification_failed') return category
  return ['assertion', 'lint', 'runtime', 'type_error', 'syntax'].includes(id)
    ? 'verification'
    : category
}

function lastTellingLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\p{L}{3}/u.test(line))
  return lines.findLast((line) => /error|fail|fatal|exception/i.test(line)) ?? lines.at(-1) ?? ''
}
