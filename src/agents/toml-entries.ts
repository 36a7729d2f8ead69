import { parseJson } from '../util/parse-json.js'

/** One value of a TOML text, as far as we have to understand one. */
export interface TomlEntry {
  /** Its tables and its key, taken apart. */
  key: string[]
  /** null for anything but a text, `true` or `false`. */
  value: string | boolean | null
  /** From 1. */
  line: number
}

/**
 * The values of a TOML text, line by line. Tolerant: what it doesn't understand, such as a value of
 * several lines, is passed over, because nothing is written by it.
 */
export function readToml(text: string): TomlEntry[] {
  const entries: TomlEntry[] = []
  let table: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > MAX_LINE) continue
    const bare = line.trim()
    const { key, rest } = readKey(bare.replace(/^\[\[?/, ''))
    if (key === null) continue
    if (bare.startsWith('[') && rest.startsWith(']')) table = key
    else if (rest.startsWith('=')) addValue([...table, ...key], rest.slice(1).trim(), index + 1)
  }
  return entries

  function addValue(key: string[], raw: string, line: number): void {
    if (!raw.startsWith('{')) return void entries.push({ key, value: readValue(raw), line })
    for (const member of raw.slice(1).split(',')) {
      const { key: inner, rest } = readKey(member)
      if (inner !== null) addValue([...key, ...inner], rest.slice(1).trim(), line)
    }
  }
}

/** Longer lines hold none of what is asked for. */
const MAX_LINE = 4000

const PART = /\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*(\.?)/y

/** `a."b.c".d` taken apart, and what stands behind it; null when it is no key. */
function readKey(text: string): { key: string[] | null; rest: string } {
  const key: string[] = []
  PART.lastIndex = 0
  for (let from = 0; ; from = PART.lastIndex) {
    const [, part, dot] = PART.exec(text) ?? []
    if (part === undefined) return { key: null, rest: text.slice(from) }
    key.push(textOf(part) ?? part)
    if (dot === '') return { key, rest: text.slice(PART.lastIndex) }
  }
}

function readValue(raw: string): TomlEntry['value'] {
  PART.lastIndex = 0
  const [, part = ''] = PART.exec(raw) ?? []
  if (part === 'true' || part === 'false') return part === 'true'
  return raw.startsWith('"""') ? null : textOf(part)
}

/** A quoted text without its quotes; null when it is none. */
function textOf(part: string): string | null {
  if (part.startsWith("'")) return part.slice(1, -1)
  if (!part.startsWith('"')) return null
  const value = parseJson(part)
  return typeof value === 'string' ? value : part.slice(1, -1)
}
