import { longPattern } from '../../util/long-pattern.js'

/**
 * Git's paths are bytes. Inside this folder a path is a string with one character per byte; this
 * makes it text, with `\xNN` for each byte that is no UTF-8, so that two names never become one.
 */
export function readablePath(raw: string): string {
  const bytes = pathBytes(raw)
  const text = bytes.toString()
  if (!text.includes('\uFFFD') || Buffer.from(text).equals(bytes)) return text
  return raw.replaceAll(NOT_UTF8, (piece) =>
    piece.length > 1
      ? pathBytes(piece).toString()
      : `\\x${piece.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** The path as the file system wants it. */
export function pathBytes(raw: string): Buffer {
  return Buffer.from(raw, 'latin1')
}

// Well-formed sequences are matched whole (longer than one character), stray bytes one by one.
const NOT_UTF8 = longPattern('g')`
    [\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}
    |\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}
    |\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]`
