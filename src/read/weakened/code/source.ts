import { oneLine } from '../../../util/one-line.js'
import type { Masked } from '../../source/mask.js'

/** The text of the string that begins at or after this place; null when something else does. */
export function stringAt({ raw, code }: Masked, from: number): string | null {
  let at = from
  while (at < code.length && /\s/.test(code[at]!)) at += 1
  if (code[at] !== '"') return null
  const end = code.indexOf('"', at + 1)
  return end === -1 ? null : oneLine(raw.slice(at + 1, end), 160)
}

const MAX_ARGUMENT = 400

/** What stands between the commas of a bracket, as written and without comments; bounded. */
export function argumentsOf(masked: Masked, open: number): string[] {
  const { code, partner } = masked
  const close = partner[open] ?? -1
  if (close === -1) return []
  const parts: string[] = []
  let start = open + 1
  for (let at = open + 1; at <= close && parts.length < 500; at += 1) {
    const char = code[at]!
    if (at === close || char === ',') {
      const text = textBetween(masked, start, Math.min(at, start + MAX_ARGUMENT))
      if (text !== '') parts.push(text)
      start = at + 1
    } else if ((char === '(' || char === '[' || char === '{') && partner[at]! > at)
      at = partner[at]!
  }
  return parts
}

/** A stretch as written, with its comments left out and its white space made one. */
export function textBetween({ raw, code }: Masked, start: number, end: number): string {
  let text = ''
  let inString = false
  for (let at = start; at < end; at += 1) {
    if (code[at] === '"') inString = !inString
    const isCode = inString || code[at] !== ' ' || raw[at] === ' '
    text += isCode ? raw[at] : ' '
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The place after a line's end. */
export function nextLine(code: string, at: number): number {
  const end = code.indexOf('\n', at)
  return end === -1 ? code.length : end + 1
}

/** Columns of white space that a line begins with. */
export function indentAt(code: string, lineStart: number): number {
  let at = lineStart
  while (code[at] === ' ' || code[at] === '\t') at += 1
  return at - lineStart
}

const MAX_MARKS = 2000

/** Where the annotations and modifiers before a declaration begin: after `;`, `{` or `}`. */
export function marksStart({ code, partner }: Masked, from: number): number {
  let at = from - 1
  const least = Math.max(0, from - MAX_MARKS)
  while (at >= least) {
    const char = code[at]!
    if (char === ';' || char === '{' || char === '}') return at + 1
    if ((char === ')' || char === ']') && partner[at] !== -1) at = partner[at]!
    at -= 1
  }
  return at + 1
}

/** Where a body begins and ends: in brackets, or as one expression after `=>` or `=`. */
export function bodyRange(masked: Masked, from: number): Range | null {
  const at = findMark(masked, from, '{;=')
  if (at === null || masked.code[at] !== '=') return blockAt(masked, from)
  return { open: at, end: endOfExpression(masked, at + 1) }
}

interface Range {
  open: number
  end: number
}

/** The first of these characters from a place on, outside of round and square brackets. */
function findMark({ code, partner }: Masked, from: number, marks: string): number | null {
  const most = Math.min(code.length, from + MAX_MARKS)
  for (let at = from; at < most; at += 1) {
    const char = code[at]!
    if (marks.includes(char)) return at
    if ((char === '(' || char === '[') && partner[at]! > at) at = partner[at]!
  }
  return null
}

function endOfExpression({ code, partner }: Masked, from: number): number {
  const most = Math.min(code.length, from + MAX_MARKS)
  for (let at = from; at < most; at += 1) {
    const char = code[at]!
    if (char === ';' || char === '}') return at
    if (
      char === '\n' &&
      code.slice(from, at).trim() !== '' &&
      !/^\s*[.?]/.test(code.slice(at, at + 200))
    ) {
      // A statement without a semicolon ends with its line.
      if (!/[=>(,+]\s*$/.test(code.slice(from, at))) return at
    }
    if ((char === '(' || char === '[' || char === '{') && partner[at]! > at) at = partner[at]!
  }
  return most
}

/** The brackets around a body, searched from a place on; null when a statement ends before. */
export function blockAt(masked: Masked, from: number): Range | null {
  const open = findMark(masked, from, '{;')
  if (open === null || masked.code[open] === ';') return null
  const end = masked.partner[open]!
  return end === -1 ? null : { open, end }
}

/** The words of a mark that keeps a test from running; null where there is none. */
export function markIn(marks: string, pattern: RegExp): string | null {
  const hit = pattern.exec(marks)
  return hit === null ? null : marks.slice(hit.index, hit.index + MAX_MARK)
}

const MAX_MARK = 160
