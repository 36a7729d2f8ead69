import { fileRole } from '../changes/file-role.js'
import type { FileChange } from '../changes/file-change.js'
import { type FileTests, findTests, isTrivial } from '../code/find-tests.js'
import type { Language } from '../code/language.js'
import { languageOf } from '../code/languages.js'
import type { TestUnit } from '../code/test-unit.js'
import { wordsIn } from '../code/words-in.js'

export interface Side extends FileTests {
  file: string
  text: string
}

export interface TestFile {
  file: string
  language: Language
  before: Side
  after: Side
}

const NOTHING: FileTests = { units: [], skip: null }

export function toTestFile({ file, before, after }: FileChange): TestFile[] {
  const language = languageOf(file)
  const role = fileRole(file)
  if (language === null || !language.testFiles.test(file)) return []
  if (role !== 'test' && role !== 'source') return []
  const read = (text: string | null): Side => ({
    file,
    text: text ?? '',
    // Old editors end lines with a carriage return alone.
    ...(text === null ? NOTHING : findTests(text.replaceAll(/\r(?!\n)/g, '\n'), language)),
  })
  return [{ file, language, before: read(before), after: read(after) }]
}

export const isLive = (unit: TestUnit): boolean => unit.kind === 'test' && unit.skip === null

/** A test that is empty, or asserts what is always true, can be left out: nothing less is checked. */
export const checksNothing = ({ kind, body, assertions }: TestUnit): boolean =>
  kind === 'test' &&
  (wordsIn(body).size === 0 || (assertions.length > 0 && assertions.every(isTrivial)))

export const isInside = (unit: TestUnit, suite: TestUnit): boolean =>
  unit !== suite && unit.start > suite.start && unit.end <= suite.end

export const namesOf = (units: readonly TestUnit[]): string[] => [
  ...new Set(units.map(({ name }) => name)),
]

export const bare = (name: string): string => name.replaceAll(/\s+/g, ' ').toLowerCase()
