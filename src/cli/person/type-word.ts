import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { CliContext } from '../command.js'

/** Whether a word that is shown at the terminal is typed there: no script can know it beforehand. */
export function isWordTyped(
  { typed }: Pick<CliContext, 'typed'>,
  why: string,
  otherwise = '',
): boolean {
  const word = freshWord()
  const reply = typed?.(`${why} Type ${word} to show that you are there${otherwise}: `)
  return reply?.trim().toLowerCase() === word
}

/** Three syllables, which are typed in a moment. */
const freshWord = (): string =>
  Array.from({ length: 3 }, () => oneOf('bdfgklmnprstvz') + oneOf('aeiou')).join('')

const oneOf = (letters: string): string => letters[randomInt(letters.length)]!

const MAX_REPLY = 200

/** Asks at the process's own terminal, wherever its pipes lead; null where it has none. */
export function askAtTerminal(question: string): string | null {
  try {
    const terminal = openSync('/dev/tty', 'r+')
    try {
      writeSync(terminal, question)
      const reply = Buffer.alloc(MAX_REPLY)
      return reply.toString('utf8', 0, readSync(terminal, reply))
    } finally {
      closeSync(terminal)
    }
  } catch {
    return null
  }
}
