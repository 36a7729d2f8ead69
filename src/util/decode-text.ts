import { isAscii } from 'node:buffer'

/** UTF-8 as text. Most lines are ASCII, and copying bytes is several times as fast as decoding them. */
export const decodeText = (bytes: Buffer): string =>
  bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')

/** UTF-8 that was read with one character a byte as text. */
export const decodeBytes = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes

const BEYOND_ASCII = /[\u0080-\u00ff]/
