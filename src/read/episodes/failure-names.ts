import type { CheckError } from '../../schema/episode.js'

/**
 * By what a failure is known again, apart from its tests: a rule and what it complains of, or its file;
 * what the surroundings lack; a panic in the project's own words; a compiler's or a runtime's message
 * with its symbol and file. A command, a class or a message that any code may meet is no name.
 */
export function nameOfError(error: CheckError | null): string | null {
  if (error === null) return null
  const { class: name, code, message, symbol } = error
  const file = lastOf(error.file)
  if (code !== null) {
    const about = symbol ?? file
    return about === null ? null : `${code} ${about}`
  }
  if (message === null) return null
  if (name !== null && LACKING.has(name)) return `${name} ${symbol ?? message}`
  if (symbol !== null && NO_MODULE.test(message)) return `missing module ${symbol}`
  if (name === 'panic' && !OF_THE_LANGUAGE.test(message)) return `panic: ${message}`
  if (symbol === null || file === null) return null
  // Whether it also says that it could not compile depends on the command.
  return `${name === 'compile-error' ? '' : (name ?? '')}: ${message} ${symbol} ${file}`
}

/** What failing tests said, each list without what is not known. */
export interface Said {
  classes: readonly string[]
  /** Their messages, without what they compared. */
  words: readonly string[]
}

export const saidBy = (error: CheckError | null): Said => ({
  classes: error?.class == null ? [] : [error.class],
  words: wordsOf(error),
})

/** The same test fails for another reason: by what was thrown, or by its message. */
export const saysOtherwise = (known: Said, said: Said): boolean =>
  areApart(known.classes, said.classes) || areApart(known.words, said.words)

const areApart = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !one.some((text) => other.includes(text))

function wordsOf(error: CheckError | null): string[] {
  const plain = (error?.message ?? '').replaceAll(
    /\[[^[\]]*\]|\{[^{}]*\}|\([^()]*\)|<[^<>]*>/g,
    ' ',
  )
  const words = plain.match(/\p{L}{2,}/gu) ?? []
  return words.length === 0 ? [] : [words.join(' ')]
}

/** What is missing around the check, whichever file asks for it. */
const LACKING = new Set([
  'command-not-found',
  'missing-script',
  'missing-target',
  'missing-variable',
  'connection-refused',
])

export const NO_MODULE = /^(?:cannot find (?:module|package)|no module named)/

/** Panics of the runtime itself, which say nothing of the project. */
const OF_THE_LANGUAGE =
  /^(?:runtime error|assertion|index out of|called `?<?\w|test timed out|all goroutines|attempt to|explicit panic|not (?:yet )?implemented)/

/** Runs from different folders name the same file differently. */
const lastOf = (file: string | null): string | null =>
  file?.split(/[\\/]/).slice(-2).join('/') ?? null
