import { decodeText } from '../../util/decode-text.js'
import { asRecord } from '../../util/loose-json.js'

/**
 * A line as a value. The client keeps a tool's result twice, once as the model saw it and once, often
 * many times as long, for its own display; the second copy is cut off before it is decoded.
 */
export function parseLine(line: Buffer): unknown {
  // Inside a text its quotes would be escaped, so this is a key, whatever the texts say.
  const index = line.indexOf(COPY)
  if (index === -1 || line.length - index < WORTH_CUTTING) return JSON.parse(decodeText(line))
  // The few facts that the first copy doesn't have stand behind the long texts of the second.
  if (!TELLING.test(line.toString('latin1', Math.max(index, line.length - END_BYTES)))) {
    const head = asRecord(parseHead(line, index))
    if (head['message'] !== undefined && head['timestamp'] !== undefined) return head
  }
  return JSON.parse(decodeText(line))
}

/** The object up to a comma, as if it ended there; undefined when the comma was a deeper one. */
function parseHead(line: Buffer, comma: number): unknown {
  // The brace is put in place for a moment: joining texts would copy the line once more.
  line[comma] = CLOSING_BRACE
  const head = decodeText(line.subarray(0, comma + 1))
  line[comma] = COMMA
  try {
    return JSON.parse(head)
  } catch {
    return undefined
  }
}

const COMMA = 0x2c
const CLOSING_BRACE = 0x7d

const COPY = Buffer.from(',"toolUseResult":')
const WORTH_CUTTING = 200
const END_BYTES = 800
const TELLING =
  /"(?:interrupted":true|backgroundTaskId":|exitCode":|exit_code":|toolDenialKind":|isSidechain":true)/
