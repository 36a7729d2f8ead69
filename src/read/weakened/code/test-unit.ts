import { baseName, withoutEnding } from '../../../util/base-name.js'

/** One test, or one suite of tests, as its source declares it. */
export interface TestUnit {
  kind: 'test' | 'suite'
  /** As it is written, one line. */
  name: string
  /** The names of the suites around it, outermost first. */
  path: readonly string[]
  start: number
  end: number
  /** The words that keep it from running; null when it runs. */
  skip: Skip | null
  /** Only it and its like run. */
  focused: boolean
  /** The body as written, without comments. */
  body: string
  /** Marks that say which error has to come. */
  expected: readonly string[]
  /** What a property is tried with: `s in ".*"`, `@given(text())`. */
  generators: string
  /** Its assertions as written, white space apart; such marks are some. */
  assertions: readonly string[]
  /** Why its body checks nothing although it runs; null when it may check something. */
  hollow: string | null
  /** Rows of a table that it is run for. */
  rows: readonly string[]
}

export interface Skip {
  words: string
  /** Where it hangs on something: a platform, a version, a tool that may be missing, a state. */
  conditional: boolean
}

/** What a language's reader finds; what all languages share is worked out from it. */
export interface Declared {
  kind: TestUnit['kind']
  name: string
  /** Where the declaration begins, with its marks, and where its body ends. */
  start: number
  bodyStart: number
  end: number
  /** Annotations, decorators, attributes, modifiers: as written. */
  marks: string
  skip: string | null
  focused: boolean
  rows: readonly string[]
}

/** A declaration without marks, skip and rows; a language adds what it finds. */
export const plainUnit = (
  kind: Declared['kind'],
  name: string,
  start: number,
  { open, end }: { open: number; end: number },
): Declared => ({
  kind,
  name,
  start,
  bodyStart: open,
  end,
  marks: '',
  skip: null,
  focused: false,
  rows: [],
})

export const isTest = ({ kind }: Pick<TestUnit, 'kind'>): boolean => kind === 'test'

/** The unit that a test file is named after. */
export function unitOf(file: string): string {
  const name = withoutEnding(baseName(file))
  return name.replace(/^test[_-]|[._-](?:test|spec|tests|specs)$|(?:Tests?|Spec|IT|TestCase)$/g, '')
}
