import type { Masked, Notation } from '../../source/mask.js'
import type { Declared } from './test-unit.js'

/** What has to be known of a language to see its tests. */
export interface Language {
  id: 'javascript' | 'python' | 'go' | 'rust' | 'jvm' | 'ruby' | 'php' | 'csharp'
  /** Files that its runners take tests from. */
  testFiles: RegExp
  notation: Notation
  declare(masked: Masked): Declared[]
  /** Marks on a declaration that keep it from running. */
  skipMark: RegExp
  /** Calls in a body, or in a file outside of any test, that do the same. */
  skipCall: RegExp
  /** The head of an assertion, in code without strings. */
  assertion: RegExp
  /** An error that is caught and forgotten. */
  swallow: RegExp
  /** What keeps a whole file from being run, in its text as written. */
  skipFile: RegExp
  /** A name that a source file declares. */
  declares: RegExp
}
