/** A table of a TOML text, as far as we have to understand one: single keys with simple values. */
export interface TomlTable {
  /** Its dotted name, taken apart. */
  name: string[]
  /** Values as they are written, with the line (from 1) on which they stand. */
  values: Map<string, { raw: string; line: number }>
}

/**
 * The tables of a TOML text, line by line; the first is the root. Tolerant: what it doesn't
 * understand (multi-line values, inline tables) is passed over, because nothing is written by it.
 */
export function readTomlTables(text: string): TomlTable[] {
  const tables: TomlTable[] = [{ name: [], values: new Map() }]
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.length > MAX_LINE) continue
    const header = /^\[\[?(.+?)\]\]?\s*(?:#|$)/.exec(line.trim())
    const name = header === null ? null : readKey(header[1]!)
    if (name !== null) {
      tables.push({ name, values: new Map() })
      continue
    }
    const [left] = /^(?:"[^"]*"|'[^']*'|[^="'#])+(?==)/.exec(line) ?? []
    const key = left === undefined ? null : readKey(left.trim())
    if (key === null || left === undefined) continue
    const value = { raw: withoutComment(line.slice(left.length + 1).trim()), line: index + 1 }
    const table = tables.at(-1)!
    if (key.length === 1) table.values.set(key[0]!, value)
    else {
      // `a.b.c = 1` is `c` of a table of its own.
      const inner = [...table.name, ...key.slice(0, -1)]
      tables.splice(-1, 0, { name: inner, values: new Map([[key.at(-1)!, value]]) })
    }
  }
  return tables
}

/** Longer lines hold none of what is asked for. */
const MAX_LINE = 4000

const PART = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(\.|$)/y

/** `a."b.c".d` taken apart; null when it is no key. */
function readKey(text: string): string[] | null {
  const parts: string[] = []
  PART.lastIndex = 0
  for (;;) {
    const found = PART.exec(text)
    if (found === null) return null
    const [, basic, literal, bare, end] = found
    parts.push(basic === undefined ? (literal ?? bare)! : unescape(basic))
    if (end === '') return parts
  }
}

/** A text's value; null when the raw value is no text. */
export function tomlText(raw: string): string | null {
  const [, basic, literal] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')$/.exec(raw) ?? []
  return basic === undefined ? (literal ?? null) : unescape(basic)
}

function unescape(basic: string): string {
  try {
    return JSON.parse(`"${basic}"`) as string
  } catch {
    return basic
  }
}

const withoutComment = (raw: string): string =>
  /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"']*)/.exec(raw)![0].trim()
