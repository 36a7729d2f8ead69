/**
 * From Markdown to sentences, in one pass over the lines. Code blocks and quoted lines are marked,
 * not dropped: a reader passes over them, a rule about printed counts may not.
 */
import { tailSafely } from '../../safety/clip-safely.js'
import { redactText } from '../../safety/redact.js'
import { withoutEmphasis } from './without-emphasis.js'
import { lexiconSet } from './words.js'

export interface MessagePart {
  /** One sentence as it was written, without list marks, heading marks and emphasis. */
  text: string
  /** `code` and `quote` are other words than the author's own. */
  form: 'prose' | 'item' | 'heading' | 'cell' | 'code' | 'quote'
  /** The heading or lead-in line ("Next steps:") that it stands under; null outside any. */
  heading: string | null
  /** The box of a check list; null where there is none. */
  checked: boolean | null
  /** The mark that the line began with ("- ", "## "), on its first sentence; else empty. */
  mark: string
}

/** What a message does is said in its last pages; a key that lies across lines is no sentences. */
const MAX_CHARS = 16_000
const MAX_PARTS = 300

export function splitMessage(markdown: string): MessagePart[] {
  const parts: MessagePart[] = []
  let heading: string | null = null
  let inList = false
  let fence: string | null = null
  for (const line of joinWrapped(redactText(tailSafely(markdown, MAX_CHARS)))) {
    const mark = fenceMark(line)
    if (mark !== null && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null
      continue
    }
    if (fence !== null) {
      parts.push({ text: line.trim(), form: 'code', heading, checked: null, mark: '' })
      continue
    }
    const read = readLine(line)
    if (read.text === '') {
      if (inList) heading = null
      inList = false
      continue
    }
    if (read.form === 'heading') {
      // "I added it. Next I need to:" says something, and then leads in.
      const said = read.mark === '' ? splitSentences(read.text) : [read.text]
      const lead = said.pop()!
      for (const text of said) parts.push({ ...read, form: 'prose', text, heading: null })
      heading = lead.replace(/[:：]$/, '')
      inList = false
      parts.push({ ...read, text: lead, heading: null })
      continue
    }
    if (read.form !== 'item' && inList) heading = null
    inList = read.form === 'item'
    const own = read.form !== 'quote'
    const texts = own ? splitSentences(read.text) : [read.text]
    for (const [index, text] of texts.entries()) {
      parts.push({ ...read, text, heading, mark: index === 0 ? read.mark : '' })
    }
  }
  return parts.filter(({ text }) => text !== '').slice(-MAX_PARTS)
}

const fenceMark = (line: string): string | null => {
  const start = line.trimStart().slice(0, 3)
  return start === '```' || start === '~~~' ? start : null
}

/** A line that is longer than this and ends in no mark was wrapped. */
const WRAPPED_CHARS = 60
/** No paragraph that means anything is longer; a longer line stays as it is. */
const MAX_LINE_CHARS = 2_000

/** Lines of prose that were wrapped are one; lists, headings, tables, quotes and code stay lines. */
function joinWrapped(markdown: string): string[] {
  const lines: string[] = []
  let fenced = false
  for (const line of markdown.split('\n')) {
    const isFence = fenceMark(line) !== null
    const last = lines.at(-1)
    if (last !== undefined && !fenced && !isFence && goesOn(last, line)) {
      lines[lines.length - 1] = `${last} ${line.trim()}`
    } else lines.push(line)
    if (isFence) fenced = !fenced
  }
  return lines
}

function goesOn(last: string, line: string): boolean {
  const [before, next] = [last.trim(), line.trim()]
  if (before === '' || next === '' || before.length > MAX_LINE_CHARS) return false
  if (!isPlain(next) || !isPlain(before, true)) return false
  if ('.!?:…。！？：'.includes(before.at(-1)!)) return false
  return /^[a-zà-ÿ(]/.test(next) || before.length >= WRAPPED_CHARS
}

/** Neither a heading, a table, a quote, a fence nor, unless that is fine, an item. */
const isPlain = (line: string, orItem = false): boolean =>
  !/^(?:#{1,6}\s|[|>]|```|~~~|\*\*[^*]{1,200}\*\*:?$)/.test(line) && (orItem || !ITEM.test(line))

const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)]|[☐⬜🔲☑✅✔❌⏳])\s+/u
const BOX = /^\[([ xX])\]\s+/

function readLine(line: string): Omit<MessagePart, 'heading'> {
  const trimmed = line.trim()
  if (trimmed.startsWith('>')) {
    return { text: trimmed.replace(/^[>\s]{1,40}/, ''), form: 'quote', checked: null, mark: '' }
  }
  if (trimmed.startsWith('|')) {
    return { text: cellsOf(trimmed), form: 'cell', checked: null, mark: '| ' }
  }
  const bullet = ITEM.exec(line)
  const rest = bullet === null ? trimmed : line.slice(bullet[0].length).trim()
  const box = BOX.exec(rest)
  const checked = box === null ? boxOf(bullet?.[0] ?? '') : box[1] !== ' '
  // A tick or a cross says what the item says; a bullet says nothing.
  const sign = bullet === null ? '' : (/[✅✔☑❌⏳]/u.exec(bullet[0])?.[0] ?? '')
  const words = plain(box === null ? rest : rest.slice(box[0].length))
  const text = sign === '' ? words : `${sign} ${words}`
  if (bullet !== null) {
    const mark = sign === '' ? bullet[0].trimStart() : ''
    return { text, form: 'item', checked, mark: `${mark}${box?.[0] ?? ''}` }
  }
  const isHeading = /^#{1,6}\s/.test(trimmed) || /^\*\*[^*]{1,200}\*\*[:：]?$/.test(trimmed)
  const leadsIn = /[:：]$/.test(words) && words.length <= 160
  const mark = /^#{1,6}\s+/.exec(trimmed)?.[0] ?? ''
  return { text: words, form: isHeading || leadsIn ? 'heading' : 'prose', checked: null, mark }
}

const boxOf = (bullet: string): boolean | null => (/[☐⬜🔲]/u.test(bullet) ? false : null)

/** The cells of a table's row; its rule of dashes says nothing. */
const cellsOf = (row: string): string =>
  /^[|\s:-]+$/.test(row)
    ? ''
    : plain(
        row
          .split('|')
          .map((cell) => cell.trim())
          .filter((cell) => cell !== '')
          .join(' | '),
      )

const plain = (text: string): string =>
  withoutEmphasis(text.replace(/^#{1,6}\s+/, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** At marks that end a sentence and are followed by what can begin one. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (!ENDS.includes(text[at]!)) continue
    const end = closeAfter(text, at + 1)
    if (endsSentence(text, at, end)) {
      sentences.push(text.slice(from, end).trim())
      from = end
    }
    at = end - 1
  }
  sentences.push(text.slice(from).trim())
  return sentences.filter((sentence) => sentence !== '')
}

const DENSE_ENDS = '。！？'
const ENDS = `.!?…${DENSE_ENDS}`

function endsSentence(text: string, at: number, end: number): boolean {
  if (DENSE_ENDS.includes(text[at]!)) return true
  if (text[end] !== ' ' || end + 1 >= text.length) return false
  if (text[at] === '.' && isAbbreviation(text, at)) return false
  return (
    canBegin(text, end + 1) || (end === at + 1 && isWordEnd(text, at) && isSmall(text[end + 1]!))
  )
}

/** People and agents in a hurry begin their sentences small: "it works. run the tests". */
const isWordEnd = (text: string, at: number): boolean =>
  /(?:\p{L}{3}|["')\]`”’»])$/u.test(text.slice(Math.max(0, at - 6), at))

const isSmall = (letter: string): boolean => letter !== letter.toUpperCase()

function closeAfter(text: string, from: number): number {
  let end = from
  while (end < text.length && '"\')]”’»」』.!?…。！？'.includes(text[end]!)) end += 1
  return end
}

/** A capital, a digit, a script without capitals, a tag or a sign; behind an opening mark too. */
function canBegin(text: string, at: number): boolean {
  if (QUOTES.includes(text[at]!)) return true
  const from = OPENING.includes(text[at]!) ? at + 1 : at
  const first = text[from]
  if (first === undefined) return false
  return first !== first.toLowerCase() || BEGINS.includes(first) || first.charCodeAt(0) > 0x2000
}

const OPENING = '"\'([*“«¿¡'
/** `It is en. "adds" is red`: a name in quotation marks may begin small. */
const QUOTES = '"“«„'
const BEGINS = '0123456789`<'

/** "e.g. Redis", "vs. Postgres", "z. B. Node": a full stop behind a short word that ends nothing. */
function isAbbreviation(text: string, at: number): boolean {
  let from = at
  while (from > 0 && at - from < 8 && text[from - 1] !== ' ' && text[from - 1] !== '(') from -= 1
  const word = text.slice(from, at).toLowerCase()
  return ABBREVIATIONS.has(word) || (word.length === 1 && word !== word.toUpperCase())
}

const ABBREVIATIONS = lexiconSet(
  `e.g i.e etc vs cf approx resp incl excl no fig max min est dept misc z.b d.h bzw ca ggf evtl inkl exkl usw bspw
  vgl sog u.a o.ä p.ej p.ex ej ex aprox pág máx mín env maks np itd tzn tj m.in bijv o.a`,
  'abbreviation',
)
