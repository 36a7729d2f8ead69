// ESC sequences: CSI (colours, cursor), OSC (titles, links; ended by BEL or ESC \) and two-byte ones.
const ANSI =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b(?:\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g
// C0 and C1 without tab and line feed; soft hyphen, bidi marks and overrides, zero-width
// characters, line and paragraph separators, tags, variation selectors and the byte order mark.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu
const LONE_SURROGATE = /\p{Cs}/gu

/** Removes what a reader cannot see and a terminal or a model might obey; keeps tab and line feed. */
export function stripControlCharacters(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(ANSI, '')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\ufffd')
}
