import { asksForCode } from './asks-for-code.js'
import { checksToRun } from './checks-to-run.js'
import { pathsIn } from '../terms.js'
import { emptySubject } from './recall-item.js'
import type { RecallSubject } from './recall-item.js'

const MAX_CHARS = 8_000
const MAX_FILES = 20

/** What a human's message is about: the files, tests and errors that it names, and its words. */
export function subjectOfText(text: string, checks: readonly string[] = []): RecallSubject {
  const read = text.slice(0, MAX_CHARS)
  return emptySubject({
    checks,
    files: pathsIn(read, MAX_FILES),
    words: read,
    runs: checksToRun(read),
    writesCode: asksForCode(read),
  })
}
