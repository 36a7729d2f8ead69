import { deedsIn } from '../../read/demands/deeds.js'
import { saysNo } from '../../read/prose/says-no.js'
import { splitClauses } from '../../read/prose/split-clauses.js'
import { splitSentences } from '../../read/prose/split-message.js'
import { CHECKED_BY, subjectsIn } from '../../read/prose/subjects.js'

const CHECKS: ReadonlySet<string> = new Set(CHECKED_BY.map(([subject]) => subject))

/** The checks that a text tells to run: "always run the tests with --offline" holds where they are to be run. */
export const checksToRun = (text: string): string[] => [
  ...new Set(
    splitSentences(text)
      .flatMap(splitClauses)
      .filter(({ text: clause }) => deedsIn(clause).has('run') && !saysNo(clause))
      .flatMap(({ text: clause }) => [...subjectsIn(clause)])
      .filter((subject) => CHECKS.has(subject)),
  ),
]
