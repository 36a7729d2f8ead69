/** One statement of a Markdown text, with where it stands. */
export interface Unit {
  text: string
  /** The heading or lead-in ("Next steps:") that it stands under. */
  heading: string | null
  item: boolean
  /** The box of a check list; null where there is none. */
  checked: boolean | null
}

const MAX_CHARS = 12_000
const BULLET = /^\s*(?:[-*+•]|\d+[.)]|[☐☑✅✔❌])\s+(?:\[([ xX])\]\s+)?/u

/** The statements in order. Code blocks and quoted lines are left out: somebody else's words. */
export function readUnits(markdown: string): Unit[] {
  const units: Unit[] = []
  let heading: string | null = null
  let inList = false
  for (const raw of withoutCode(markdown.slice(-MAX_CHARS)).split('\n')) {
    if (/^\s*>/.test(raw)) continue
    const bullet = BULLET.exec(raw)
    const text = plain(bullet === null ? raw : raw.slice(bullet[0].length))
    if (text === '') continue
    if (bullet === null && isHeading(raw, text)) {
      heading = text.replace(/:$/, '')
      inList = false
      units.push({ text, heading: null, item: false, checked: null })
      continue
    }
    // A plain line after a list belongs to the list's heading no more.
    if (bullet === null && inList) heading = null
    inList = bullet !== null
    const checked = bullet?.[1] === undefined ? null : bullet[1] !== ' '
    for (const sentence of sentencesOf(text)) {
      units.push({ text: sentence, heading, item: bullet !== null, checked })
    }
  }
  return units
}

const withoutCode = (markdown: string): string =>
  markdown.replace(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, '')

const plain = (text: string): string =>
  text
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/"[^"]{12,}"|“[^”]{12,}”/g, '"…"')
    .replace(/\s+/g, ' ')
    .trim()

const isHeading = (raw: string, text: string): boolean =>
  /^\s*#{1,6}\s/.test(raw) || /^\s*\*\*[^*]+\*\*:?\s*$/.test(raw) || text.endsWith(':')

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])["')\]]?\s+(?=["'(`[]?[A-Z0-9`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
