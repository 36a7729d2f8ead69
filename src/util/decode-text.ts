import { isAscii } from 'node:buffer'

/** UTF-8 as text. Most lines are ASCII, and copying bytes is several times as fast as decoding them. */
export const decodeText = (bytes: Buffer): string =>
  bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
