import { quoteFact } from '../../../safety/fence.js'
import { saidBy, saysOtherwise } from '../../../read/episodes/failure-names.js'
import { readableError } from '../../../read/output/readable-error.js'
import { oneLineSafely } from '../../../safety/clip-safely.js'
import { hasWords } from '../../../util/has-words.js'
import type { CheckFacts, Said } from './rule.js'

const MAX_SESSIONS = 20
const MAX_NAME_CHARS = 120

/** The sessions in which the check was red by their own doing, newest first, each once. */
export const redSessions = ({ episodes, runs }: CheckFacts): string[] =>
  distinct([
    ...episodes.map(({ sessionId }) => sessionId),
    ...runs
      .filter(({ result }) => result === 'new_failure')
      .flatMap(({ sessionId }) => sessionId ?? []),
  ])

export const distinct = (names: readonly string[]): string[] => [...new Set(names)]

/** What a rule says of a check: its name and what failed, then the rule's own words. */
export function warnOfCheck(
  rule: string,
  facts: CheckFacts,
  { says, sessions, count }: { says: string; sessions: readonly string[]; count: number },
): Said {
  return {
    rule,
    severity: 'warning',
    subject_type: 'check',
    subject_id: facts.id,
    detail: `${nameOf(facts)} ${says}${failureOf(facts)}`,
    action_taken: '',
    sessions: sessions.slice(0, MAX_SESSIONS),
    count,
  }
}

/** Sessions that met one failure in several commands ran none of them all. */
function nameOf({ id, episodes, runs }: CheckFacts): string {
  const [check = runs[0]?.name ?? id, ...others] = distinct(episodes.map((one) => one.check))
  return others.length > 0 ? 'A check' : oneLineSafely(check, MAX_NAME_CHARS)
}

/** What was said is named where every session was told it. */
function failureOf({ episodes, runs }: CheckFacts): string {
  const [episode] = episodes
  const failed = runs.find(({ failure }) => failure !== null)?.failure
  const test = episode?.tests[0] ?? failed?.tests[0] ?? null
  const own = episode?.error ?? null
  const isOne = !episodes.some(({ error }) => saysOtherwise(saidBy(error), saidBy(own)))
  const message = own !== null && hasWords(own.message) ? readableError(own) : null
  const error = [message, own?.class, failed?.error].find(hasWords) ?? null
  const parts = [test, isOne ? error : null].filter((part) => part !== null)
  return parts.length === 0 ? '' : `: ${quoteFact(parts.join(': '))}`
}
