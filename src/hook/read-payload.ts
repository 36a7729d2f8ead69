import type { Readable } from 'node:stream'

const MAX_BYTES = 8 * 1024 * 1024
/** Nothing more is read then. */
const MOST_BYTES = 256 * 1024 * 1024
/** Of each end of what is too much. */
const END_BYTES = 256 * 1024
/** A client that has nothing more to say for so long may have said all. */
const QUIET_MS = 10

export interface ReadPayload {
  /** An empty object when nothing could be read. */
  value: unknown
  /** As it came, for recognising a second delivery. */
  text: string
  /** Why the payload is not whole; null when it is. */
  degraded: string | null
}

/**
 * Reads one JSON object, bounded in size, and parses it once. What can't be read is a degraded payload,
 * not an error. The object's end is the payload's: the stream may stay open.
 */
export async function readPayload(input: Readable): Promise<ReadPayload> {
  const read = await readWhole(input)
  return 'ends' in read ? readEnds(read.ends) : toPayload(read)
}

/** The same of a text that was read already. */
export const parsePayload = (text: string): ReadPayload => toPayload(parse(text.trim()))

function toPayload({ text, value }: Parsed): ReadPayload {
  if (text === '') return unreadable('the payload is empty')
  if (value === undefined) return unreadable('the payload is not JSON')
  return isObject(value)
    ? { value, text, degraded: null }
    : unreadable('the payload is not a JSON object')
}

interface Parsed {
  text: string
  /** undefined for what is no JSON. */
  value: unknown
}

/** Both ends of what is too much. By events: a stream's iterator costs twice as much. */
function readWhole(input: Readable): Promise<Parsed | { ends: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let tried = 0
    let quiet: NodeJS.Timeout | undefined
    const parseAll = (): Parsed => parse(Buffer.concat(chunks).toString('utf8').trim())
    const endIfWhole = (): void => {
      tried = size
      const parsed = parseAll()
      if (!isObject(parsed.value)) return
      input.pause()
      resolve(parsed)
    }
    input.on('error', reject)
    input.on('end', () => {
      clearTimeout(quiet)
      if (size <= MAX_BYTES) return resolve(parseAll())
      resolve({ ends: Buffer.concat(chunks).toString('utf8') })
    })
    input.on('close', () => resolve({ ends: Buffer.concat(chunks).toString('utf8') }))
    input.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > MAX_BYTES) {
        while (chunks.length > 2 && sizeOf(chunks) > 2 * END_BYTES) chunks.splice(1, 1)
        if (size > MOST_BYTES) input.destroy()
        return
      }
      clearTimeout(quiet)
      if (!mayEndObject(chunk)) return
      // Trying again at each brace would take as long as the square of what comes.
      if (size >= tried * 2) endIfWhole()
      else quiet = setTimeout(endIfWhole, QUIET_MS)
    })
  })
}

const sizeOf = (chunks: readonly Buffer[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0)

/** What says which event of which session it is; the work itself stands in the transcript. */
const FIELD =
  /(?<!\\)"(session_?id|cwd|hook_?event_?name|transcript_?path|last_assistant_message|prompt|source|reason|kind|id)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){0,65536}")/gi

/** Of more than may be, the plain fields at both ends: the event is judged, as degraded. */
function readEnds(ends: string): ReadPayload {
  const value: Record<string, unknown> = {}
  for (const [, name = '', text = ''] of ends.matchAll(FIELD)) {
    const parsed = parse(text).value
    if (parsed !== undefined && !Object.hasOwn(value, name)) value[name] = parsed
  }
  return { value, text: ends, degraded: 'the payload is larger than 8 MiB' }
}

const mayEndObject = (chunk: Buffer): boolean =>
  /\}\s*$/.test(chunk.subarray(-16).toString('latin1'))

function parse(text: string): Parsed {
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return { text, value: undefined }
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unreadable = (degraded: string): ReadPayload => ({ value: {}, text: '', degraded })
