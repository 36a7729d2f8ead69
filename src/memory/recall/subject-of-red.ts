import { nameOfError, saidBy } from '../../read/episodes/failure-names.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import { emptySubject } from './recall-item.js'
import type { RecallSubject } from './recall-item.js'

/** What is asked for where checks are red. */
export function subjectOfRed(red: readonly LedgerEpisode[]): RecallSubject {
  const said = red.filter(({ tests }) => tests.length > 0).map(({ error }) => saidBy(error))
  return emptySubject({
    checks: red.map(({ key }) => key),
    tests: red.flatMap(({ tests }) => tests),
    errors: red.map(({ error }) => nameOfError(error) ?? ''),
    said: {
      classes: said.flatMap(({ classes }) => classes),
      words: said.flatMap(({ words }) => words),
    },
  })
}
