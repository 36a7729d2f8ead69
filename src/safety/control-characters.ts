import { longPattern } from '../util/long-pattern.js'
import { lazy } from './lazy.js'

// ESC sequences: CSI (colours, cursor), OSC (titles, links; ended by BEL or ESC \) and two-byte ones.
const ANSI =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b(?:\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g
// C0 and C1 without tab and line feed; soft hyphen, bidi marks and overrides, zero-width
// characters, line and paragraph separators, tags, variation selectors and the byte order mark.
const invisible = lazy(
  () =>
    // oxlint-disable-next-line no-control-regex, no-misleading-character-class
    longPattern('gu')`
    [\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]
    |[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`,
)

/** Removes what a reader cannot see and a terminal or a model might obey; keeps tab and line feed. */
export function stripControlCharacters(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[^\t\n\u0020-\u007e]/.test(text)) return text
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(ANSI, '')
    .replace(invisible(), '')
    .replace(/\p{Cs}/gu, '\ufffd')
}

// What makes an emoji of a character is seen as that emoji.
const EMOJI_PARTS =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)[\ufe0f\u200d]|\ufe0f(?=[\u20e3\u200d])/gu

/** Names what a reader of this text can't see and a model reads, such as `U+202E`; at most five. */
export function hiddenCharacters(text: string): string[] {
  const visible = text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(EMOJI_PARTS, '')
  const found = new Set(visible.match(invisible()))
  return [...found].slice(0, 5).map(nameOf)
}

/** JSON in which every such character is written as its number: no byte of it is lost. */
export const visibleJson = (json: string): string => json.replace(invisible(), escapeUnits)

/** JSON of a value as people are shown it: free of such characters in every text. */
export function shownJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  // An escape in JSON is a control character, a lone half, or the text of one.
  if (json.search(invisible()) === -1 && !json.includes('\\u')) return json
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? stripControlCharacters(part) : part,
  )
}

const nameOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

const escapeUnits = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
