import { decodeText } from '../../util/decode-text.js'

/**
 * A line as a value. The client keeps a tool's result twice, once as the model saw it and once, often
 * many times as long, for its own display; the second copy is cut off before it is decoded.
 */
export function parseLine(line: Buffer): unknown {
  // Inside a text its quotes would be escaped, so this is a key, whatever the texts say.
  const index = line.indexOf(COPY)
  if (index === -1 || line.length - index < WORTH_CUTTING) return JSON.parse(decodeText(line))
  const head = decodeText(line.subarray(0, index))
  const isEnough = head.includes('"message":') && head.includes('"timestamp":')
  // The few facts that the first copy doesn't have stand behind the long texts of the second.
  if (!isEnough || hasFacts(line.subarray(Math.max(index, line.length - END_BYTES)))) {
    return JSON.parse(decodeText(line))
  }
  try {
    return JSON.parse(`${head}}`)
  } catch {
    return JSON.parse(decodeText(line))
  }
}

const hasFacts = (end: Buffer): boolean => TELLING.some((fact) => end.includes(fact))

const COPY = Buffer.from(',"toolUseResult":')
const WORTH_CUTTING = 200
const END_BYTES = 800
const TELLING = [
  '"interrupted":true',
  '"backgroundTaskId":',
  '"exitCode":',
  '"exit_code":',
  '"toolDenialKind":',
  '"isSidechain":true',
].map((fact) => Buffer.from(fact))
