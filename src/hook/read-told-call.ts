import { readSync } from 'node:fs'
import type { finishedCalls } from '../wiring/finished-calls.js'
import { parseJsonObject } from '../util/parse-json.js'
import { readTail } from '../util/read-tail.js'

/** A call as the client told it, read before anything else is loaded. */
export interface ToldCall {
  text: string
  failed: boolean
}

const MAX_BYTES = 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/**
 * Reads the payload at once, without Node's streams: nearly all calls go well, and those have nothing
 * to say. Null for what can't be read like this, which is let go.
 */
export function readToldCall(
  { hasFailed }: Pick<NonNullable<ReturnType<typeof finishedCalls>>, 'hasFailed'>,
  input = 0,
): ToldCall | null {
  try {
    const read = readObject(input)
    return read === null ? null : { text: read.text, failed: hasFailed(read.value, readLatest) }
  } catch {
    return null
  }
}

/** Up to the end of the object, or of the input. */
function readObject(input: number): { text: string; value: Record<string, unknown> } | null {
  const chunks: Buffer[] = []
  for (let size = 0; size <= MAX_BYTES;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const bytes = readSync(input, chunk, 0, CHUNK_BYTES, null)
    chunks.push(chunk.subarray(0, bytes))
    size += bytes
    const isEnd = bytes === 0
    if (!isEnd && !/\}\s*$/.test(chunk.toString('latin1', Math.max(0, bytes - 16), bytes))) continue
    const text = Buffer.concat(chunks).toString('utf8')
    const value = parseJsonObject(text)
    if (value !== null) return { text, value }
    if (isEnd) return null
  }
  return null
}

/** The end of a transcript, where the latest call stands with its output. */
const readLatest = (file: string): string => readTail(file, MAX_BYTES)
