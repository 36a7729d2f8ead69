/** One sentence of a Markdown text, with where it stands. */
export interface Sentence {
  text: string
  /** The heading or lead-in line ("Remaining:") that it stands under; null outside any. */
  heading: string | null
  /** It is an item of a list. */
  item: boolean
}

/**
 * The sentences of a Markdown text in order. Code blocks and quoted blocks are left out, and longer
 * passages in quotation marks are blanked: what a text merely quotes, it doesn't say.
 */
export function readProse(markdown: string): Sentence[] {
  const sentences: Sentence[] = []
  let heading: string | null = null
  let inList = false
  for (const line of proseLines(markdown)) {
    if (line.text === '') {
      if (inList) heading = null
      inList = false
      continue
    }
    if (!line.item && isHeading(line)) {
      heading = line.text.replace(/:$/, '')
      inList = false
      sentences.push({ text: line.text, heading: null, item: false })
      continue
    }
    if (!line.item && inList) heading = null
    inList = line.item
    for (const text of splitSentences(line.text)) sentences.push({ text, heading, item: line.item })
  }
  return sentences
}

interface Line {
  text: string
  item: boolean
  /** Marked as a heading, by hashes or by being bold as a whole. */
  marked: boolean
}

function proseLines(markdown: string): Line[] {
  const lines = withoutCode(markdown).split('\n')
  const joined: Line[] = []
  for (const raw of lines) {
    if (/^\s*>/.test(raw)) continue
    const line = readLine(raw)
    const last = joined.at(-1)
    // A wrapped line goes on in the next one; only a new item, heading or blank line ends it.
    if (last !== undefined && line.text !== '' && goesOn(last, line)) last.text += ` ${line.text}`
    else joined.push(line)
  }
  return joined
}

/** A line that is longer than this and ends in no mark was wrapped. */
const WRAPPED_CHARS = 60

const goesOn = (last: Line, line: Line): boolean =>
  last.text !== '' &&
  !line.item &&
  !line.marked &&
  !last.marked &&
  !/[.!?:…]$/.test(last.text) &&
  (/^[a-z(]/.test(line.text) || last.text.length >= WRAPPED_CHARS)

/** The text with wrapped lines put together; code, lists and headings stay as they are. */
export function unwrap(markdown: string): string {
  let fenced = false
  const lines: string[] = []
  for (const line of markdown.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) fenced = !fenced
    const last = lines.at(-1) ?? ''
    const isNew = fenced || isFence || line.trim() === '' || !goesOn(readLine(last), readLine(line))
    if (isNew || /^\s*(?:```|~~~)/.test(last)) lines.push(line)
    else lines.push(`${lines.pop()} ${line.trim()}`)
  }
  return lines.join('\n')
}

function readLine(raw: string): Line {
  const bullet = /^\s*(?:[-*+•]|\d+[.)]|☐|✅|❌)\s+(?:\[[ xX]\]\s+)?/.exec(raw)
  const text = bullet === null ? raw.trim() : raw.slice(bullet[0].length).trim()
  const marked = bullet === null && (/^#{1,6}\s/.test(text) || /^\*\*[^*]+\*\*:?$/.test(text))
  return { text: plain(text), item: bullet !== null, marked }
}

function plain(text: string): string {
  return text
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/["“]([^"“”]*)["”]/g, (whole, inner: string) =>
      inner.trim().split(/\s+/).length > 1 ? '"…"' : whole,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const isHeading = (line: Line): boolean => line.marked || line.text.endsWith(':')

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm, '')

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…])["')\]]?\s+(?=["'(`[*]?[A-Z0-9`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
