import { removeEntry } from '../util/edit-json-text.js'
import { nodeAt, parseJsonText } from '../util/json-text.js'
import type { JsonContainer } from '../util/json-text.js'
import { findOwnHandlers } from './own-handlers.js'
import type { OwnHandler, ReadHandler } from './own-handlers.js'

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
    const root = parse(rest)
    const own = findOwnHandlers(root, read).at(-1)
    if (own === undefined) return rest
    rest = removeOne(rest, root, own, before)
  }
}

function removeOne(
  text: string,
  root: JsonContainer,
  own: OwnHandler,
  before: string | null,
): string {
  const { event, hooks, eventEntry, groups, group, handlers, entry } = own
  if (handlers !== null && handlers.entries.length > 1) return removeEntry(text, handlers, entry)
  if (groups.entries.length > 1) return removeEntry(text, groups, group)
  const groupsBefore = innerBefore(before, 'hooks', event)
  if (groupsBefore !== null) return removeEntry(text, groups, group, groupsBefore)
  if (hooks.entries.length > 1) return removeEntry(text, hooks, eventEntry)
  const hooksBefore = innerBefore(before, 'hooks')
  if (hooksBefore !== null) return removeEntry(text, hooks, eventEntry, hooksBefore)
  const hooksEntry = root.entries.find(({ node }) => node === hooks)!
  return removeEntry(text, root, hooksEntry, innerBefore(before) ?? '')
}

/** What stood between the brackets of an empty object or list; null when there was none such. */
function innerBefore(before: string | null, ...keys: string[]): string | null {
  const parsed = before === null ? null : parseJsonText(before)
  const found = parsed?.ok ? nodeAt(parsed.root, ...keys) : undefined
  if (before === null || found === undefined || found.kind === 'scalar') return null
  return found.entries.length === 0 ? before.slice(found.start + 1, found.end - 1) : ''
}
