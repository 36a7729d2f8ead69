import type { LogItem } from '../../../../src/schema/api/log.js'
import { gistOf } from './gist.js'

/** What happened, in one line. A key of a record says nothing to a person; a name does. */
export function entryWords({ input, output }: Pick<LogItem, 'input' | 'output'>): string {
  const about = isKey(input) ? '' : gistOf(input)
  const result = gistOf(output)
  if (about === '' || result === '') return about || result
  return `${about}: ${result}`
}

const isKey = (text: string): boolean => /^\S*[\d:]\S*$/.test(text)

/** Our own work is logged under names of its own. */
export const sessionWords = (session: string): string =>
  session.startsWith('system:reflection') ? 'the cycle' : session
