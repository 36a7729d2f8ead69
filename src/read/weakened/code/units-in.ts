import { findTests } from './find-tests.js'
import { languageOf } from './languages.js'
import type { TestUnit } from './test-unit.js'

/** The tests and suites of a file; none where it is not there, or of no language that we know. */
export function unitsIn(file: string, text: string | null): TestUnit[] {
  const language = languageOf(file)
  return text === null || language === null ? [] : findTests(text, language).units
}
