import { skipTrivia } from './json-text.js'
import type { JsonContainer, JsonEntry } from './json-text.js'

/**
 * The text with one more entry at the end of a container. Nothing else moves: the new part follows
 * the text's own line ends, indentation and trailing commas, and `removeEntry` is its inverse.
 */
export function insertEntry(
  text: string,
  container: JsonContainer,
  entry: { key: string | null; value: unknown },
): string {
  const last = container.entries.at(-1)
  return last === undefined
    ? insertFirst(text, container, entry)
    : insertAfter(text, container, last, entry)
}

/**
 * The text without one entry and its comma; comments stay. `innerWhenEmpty` is what then stands
 * between the brackets when the entry was the only one.
 */
export function removeEntry(
  text: string,
  container: JsonContainer,
  entry: JsonEntry,
  innerWhenEmpty = '',
): string {
  const before = container.entries[container.entries.indexOf(entry) - 1]
  const boundary = before === undefined ? container.start + 1 : (before.comma ?? before.end - 1) + 1
  const { at, endsLine } = endOfComments(text, boundary)
  const cuts: Cut[] = [{ from: at, to: entry.end }]
  if (entry.comma !== null) cuts.push({ from: entry.comma, to: entry.comma + 1 })
  else if (before !== undefined && before.comma !== null) {
    cuts.push({ from: before.comma, to: before.comma + 1 })
  }
  const isOnly = container.entries.length === 1
  const rest = text.slice(entry.comma === null ? entry.end : entry.comma + 1, container.end - 1)
  if (isOnly && at === container.start + 1 && rest.trim() === '') {
    return splice(text, [{ from: at, to: container.end - 1, put: innerWhenEmpty }])
  }
  const after = text.slice(cuts[0]!.to)
  if (endsLine && !/^[ \t]*(?:,[ \t]*)?\r?\n/.test(after)) cuts[0]!.put = styleOf(text).eol
  return splice(text, cuts)
}

interface Cut {
  from: number
  to: number
  put?: string
}

function splice(text: string, cuts: Cut[]): string {
  let result = text
  for (const { from, to, put = '' } of cuts.sort((a, b) => b.from - a.from)) {
    result = result.slice(0, from) + put + result.slice(to)
  }
  return result
}

function insertFirst(
  text: string,
  container: JsonContainer,
  entry: { key: string | null; value: unknown },
): string {
  const style = styleOf(text)
  const { at } = endOfComments(text, container.start + 1)
  const outer = indentAt(text, container.start)
  const inner = outer + style.unit
  if (style.isOneLine) return splice(text, [{ from: at, to: at, put: write(entry, style, null) }])
  const isClosedBelow = text.slice(at, container.end - 1).includes('\n')
  const tail = isClosedBelow ? '' : style.eol + outer
  return splice(text, [
    { from: at, to: at, put: style.eol + inner + write(entry, style, inner) + tail },
  ])
}

function insertAfter(
  text: string,
  container: JsonContainer,
  last: JsonEntry,
  entry: { key: string | null; value: unknown },
): string {
  const style = styleOf(text)
  const hasComma = last.comma !== null
  const { at, endsLine } = endOfComments(text, last.comma === null ? last.end : last.comma + 1)
  const isSpread = text.slice(container.start, container.entries[0]!.start).includes('\n')
  const indent = isSpread || endsLine ? indentAt(text, last.start) : null
  const lead = indent === null ? (style.isOneLine ? '' : ' ') : style.eol + indent
  const put = lead + write(entry, style, indent) + (hasComma ? ',' : '')
  if (hasComma) return splice(text, [{ from: at, to: at, put }])
  if (at === last.end) return splice(text, [{ from: at, to: at, put: `,${put}` }])
  return splice(text, [
    { from: at, to: at, put },
    { from: last.end, to: last.end, put: ',' },
  ])
}

interface Style {
  eol: string
  /** One step of indentation. */
  unit: string
  isOneLine: boolean
}

function styleOf(text: string): Style {
  return {
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    isOneLine: !text.trim().includes('\n') && text.trim().length > '{}'.length,
  }
}

/** On one line when there is no indentation to follow. */
function write(
  { key, value }: { key: string | null; value: unknown },
  style: Style,
  indent: string | null,
): string {
  const name = key === null ? '' : `${JSON.stringify(key)}:${style.isOneLine ? '' : ' '}`
  if (indent === null) return name + JSON.stringify(value)
  return name + JSON.stringify(value, null, style.unit).replaceAll('\n', style.eol + indent)
}

function endOfComments(text: string, from: number): { at: number; endsLine: boolean } {
  const { commentEnd, endsLine } = skipTrivia(text, from)
  return { at: commentEnd ?? from, endsLine }
}

/** The white space at the start of the line on which an offset lies. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))![0]
}
