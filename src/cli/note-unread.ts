import { oneLine } from '../util/one-line.js'
import type { CliContext } from './command.js'

/** Says once which fields of a file nothing reads: a label beside the data, or a name that is meant otherwise. */
export function noteUnread(
  { note }: Pick<CliContext, 'note'>,
  unread: ReadonlySet<string>,
  known: readonly string[],
): void {
  if (unread.size === 0) return
  note(`Not read: ${oneLine([...unread].join(', '), 200)}. The fields are ${known.join(', ')}.`)
}
