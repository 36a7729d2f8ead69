import { removeEntry } from '../util/edit-json-text.js'
import { nodeAt, parseJsonText } from '../util/json-text.js'
import type { JsonContainer } from '../util/json-text.js'
import { findOwnHandlers } from './own-handlers.js'
import type { ReadHandler } from './own-handlers.js'

/**
 * Takes our handlers out, and with them what would be left empty: their group always, the event's
 * list and `hooks` itself only where they were not there `before` us.
 */
export function removeOwnHandlers(
  text: string,
  before: string | null,
  { parse, read }: { parse: (text: string) => JsonContainer; read: ReadHandler },
): string {
  let rest = text
  for (;;) {
    const own = findOwnHandlers(parse(rest), read).at(-1)
    if (own === undefined) return rest
    const left = own.way.map((step) => ({ ...step, inner: innerBefore(before, step.keys) }))
    const { container, entry, inner } =
      left.find(({ container, inner }) => container.entries.length > 1 || inner !== null) ??
      left.at(-1)!
    rest = removeEntry(rest, container, entry, inner ?? '')
  }
}

/** What stood between the brackets of an empty object or list; null when there was none such. */
function innerBefore(before: string | null, keys: readonly string[] | null): string | null {
  if (before === null || keys === null) return null
  const parsed = parseJsonText(before)
  const found = parsed.ok ? nodeAt(parsed.root, ...keys) : undefined
  if (found === undefined || found.kind === 'scalar') return null
  return found.entries.length === 0 ? before.slice(found.start + 1, found.end - 1) : ''
}
