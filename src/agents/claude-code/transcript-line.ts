import { isAscii } from 'node:buffer'
import { decodeBytes, decodeText } from '../../util/decode-text.js'
import { asList, asRecord } from '../../util/loose-json.js'
import { HeldText } from './held-text.js'

/**
 * A line as a value. Two long texts are not parsed with it: what a tool printed becomes a `HeldText`,
 * and the second copy of it, which the client keeps for its own display, is cut off.
 */
export function parseLine(line: Buffer): unknown {
  // One character a byte: searching a string is quicker than searching a buffer.
  const opening = line.toString('latin1', 0, OPENING_BYTES)
  const block = line.length < WORTH_CUTTING ? -1 : opening.indexOf(RESULT)
  const value = block === -1 ? null : parseResult(line, opening, block)
  if (value !== null) return value
  const isOpening = opening.length === line.length && isAscii(line)
  return JSON.parse(isOpening ? opening : decodeText(line))
}

/** null for a line that has to be parsed as a whole. */
function parseResult(line: Buffer, opening: string, block: number): unknown {
  const text = findText(line, opening, block)
  const end = findEnd(line, text?.to ?? block)
  if (text === null && end === line.length) return null
  const head =
    text === null
      ? line.toString('latin1', 0, end)
      : opening.slice(0, text.from) + line.toString('latin1', text.to, end)
  const value = parseHead(end === line.length ? head : `${head}}`)
  if (value['message'] === undefined || value['timestamp'] === undefined) return null
  return text === null || holdText(value, line, text) ? value : null
}

interface Span {
  from: number
  to: number
}

/** The inside of the result's text; null when there is none worth holding. */
function findText(line: Buffer, opening: string, block: number): Span | null {
  // Inside a text its quotes would be escaped, so this is a key, whatever the texts say.
  const key = opening.indexOf(CONTENT, block)
  if (key === -1) return null
  const from = key + CONTENT.length
  let to = line.indexOf(QUOTE, from)
  while (to !== -1 && isEscaped(line, to)) to = line.indexOf(QUOTE, to + 1)
  return to - from < WORTH_HOLDING || to - from > MAX_HELD_BYTES ? null : { from, to }
}

function isEscaped(line: Buffer, index: number): boolean {
  let first = index
  while (line[first - 1] === BACKSLASH) first -= 1
  return (index - first) % 2 === 1
}

/** The comma before the second copy, if that has nothing to tell; else the end of the line. */
function findEnd(line: Buffer, from: number): number {
  const index = line.indexOf(COPY, from)
  if (index === -1) return line.length
  // The few facts that the first copy doesn't have stand behind the long texts of the second.
  const ending = line.toString('latin1', Math.max(index, line.length - END_BYTES))
  const isTold = TELLING.test(ending) || [EDITED, TASK].some((key) => line.includes(key, index))
  return isTold ? line.length : index
}

function parseHead(bytes: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(decodeBytes(bytes)))
  } catch {
    return {}
  }
}

/** Puts the text where it belongs; false when it stood somewhere else than we thought. */
function holdText(value: Record<string, unknown>, line: Buffer, { from, to }: Span): boolean {
  const [part] = asList(asRecord(value['message'])['content'])
  const block = asRecord(part)
  if (block['type'] !== 'tool_result' || block['content'] !== '') return false
  block['content'] = new HeldText(line.toString('latin1', from - 1, to + 1))
  return true
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COPY = Buffer.from(',"toolUseResult":')
/** What a command really edited; its place in the copy depends on how much it was. */
const EDITED = Buffer.from('"bashEditDiff":')
/** A task that was added to the agent's list. */
const TASK = Buffer.from(',"toolUseResult":{"task":{')
// The end of "tool_result": the search leaps from one rare first character to the next.
const RESULT = '_result"'
const CONTENT = '"content":"'
/** Keys stand before long texts; what begins later is parsed as a whole. */
const OPENING_BYTES = 1_024
const WORTH_CUTTING = 500
const WORTH_HOLDING = 200
const MAX_HELD_BYTES = 32 * 1024
const END_BYTES = 800
const TELLING =
  /"(?:interrupted":true|backgroundTaskId":|exitCode":|exit_code":|toolDenialKind":|isSidechain":true|statusChange":)/
