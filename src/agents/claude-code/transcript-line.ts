import { isAscii } from 'node:buffer'
import { decodeBytes } from '../../util/decode-text.js'
import { asList, asRecord } from '../../util/loose-json.js'
import { HeldText } from './held-text.js'

/**
 * A line as a value. Two long texts are not parsed with it: what a tool printed becomes a `HeldText`,
 * and the second copy of it, which the client keeps for its own display, is cut off.
 */
export function parseLine(line: Buffer): unknown {
  // One character a byte: searching and cutting a string is far quicker than a buffer.
  const bytes = line.toString('latin1')
  const isPlain = isAscii(line)
  const block = bytes.indexOf(RESULT)
  if (block !== -1 && line.length <= MAX_LINE) {
    const value = parseResult(bytes, block, isPlain)
    if (value !== null) return value
  }
  return JSON.parse(isPlain ? bytes : line.toString('utf8'))
}

/** null for a line that has to be parsed as a whole. */
function parseResult(bytes: string, block: number, isPlain: boolean): unknown {
  const text = findText(bytes, block)
  const end = findEnd(bytes, text?.to ?? block)
  if (text === null && end === bytes.length) return null
  const head =
    text === null ? bytes.slice(0, end) : bytes.slice(0, text.from) + bytes.slice(text.to, end)
  const ended = end === bytes.length ? head : `${head}}`
  const value = parseHead(isPlain ? ended : decodeBytes(ended))
  if (value['message'] === undefined || value['timestamp'] === undefined) return null
  return text === null || holdText(value, bytes.slice(text.from, text.to)) ? value : null
}

interface Span {
  from: number
  to: number
}

/** The inside of the result's text; null when there is none worth holding. */
function findText(bytes: string, block: number): Span | null {
  // Inside a text its quotes would be escaped, so this is a key, whatever the texts say.
  const key = bytes.indexOf(CONTENT, block)
  if (key === -1) return null
  const from = key + CONTENT.length
  let to = bytes.indexOf('"', from)
  while (to !== -1 && isEscaped(bytes, to)) to = bytes.indexOf('"', to + 1)
  return to - from < WORTH_HOLDING || to - from > MAX_HELD ? null : { from, to }
}

function isEscaped(bytes: string, index: number): boolean {
  let first = index
  while (bytes.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (index - first) % 2 === 1
}

/** The comma before the second copy, if that has nothing to tell; else the end of the line. */
function findEnd(bytes: string, from: number): number {
  const index = bytes.indexOf(COPY, from)
  if (index === -1) return bytes.length
  // The few facts that the first copy doesn't have stand behind the long texts of the second.
  return TELLING.test(bytes.slice(Math.max(index, bytes.length - END_CHARS))) ? bytes.length : index
}

function parseHead(head: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(head))
  } catch {
    return {}
  }
}

/** Puts the text where it belongs; false when it stood somewhere else than we thought. */
function holdText(value: Record<string, unknown>, bytes: string): boolean {
  const [part] = asList(asRecord(value['message'])['content'])
  const block = asRecord(part)
  if (block['type'] !== 'tool_result' || block['content'] !== '') return false
  block['content'] = new HeldText(bytes)
  return true
}

const BACKSLASH = 0x5c
const COPY = ',"toolUseResult":'
// The end of "tool_result": the search leaps from one rare first character to the next.
const RESULT = '_result"'
const CONTENT = '"content":"'
const WORTH_HOLDING = 200
const MAX_HELD = 32 * 1024
// What is held keeps its line alive.
const MAX_LINE = 256 * 1024
const END_CHARS = 800
const TELLING =
  /"(?:interrupted":true|backgroundTaskId":|exitCode":|exit_code":|toolDenialKind":|isSidechain":true)/
