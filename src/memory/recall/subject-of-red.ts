import { nameOfError, saidBy } from '../../read/episodes/failure-names.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import { emptySubject } from './recall-item.js'
import type { RecallSubject } from './recall-item.js'

/** What is asked for where checks are red. */
export const subjectOfRed = (red: readonly LedgerEpisode[]): RecallSubject =>
  emptySubject({
    checks: red.map(({ key }) => key),
    tests: red.flatMap(({ tests }) => tests),
    errors: red.map(({ error }) => nameOfError(error) ?? ''),
    said: red.flatMap(({ tests, error }) => (tests.length === 0 ? [] : saidBy(error))),
  })
