import type { Readable } from 'node:stream'

const MAX_BYTES = 8 * 1024 * 1024

export interface ReadPayload {
  /** An empty object when nothing could be read. */
  value: unknown
  /** The bytes as they came, for recognising a second delivery. */
  text: string
  /** Why the payload is not whole; null when it is. */
  degraded: string | null
}

/** Reads one JSON value, bounded in size. What can't be read is a degraded payload, not an error. */
export async function readPayload(input: Readable): Promise<ReadPayload> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    size += (chunk as Buffer).length
    if (size > MAX_BYTES) {
      input.destroy()
      return unreadable('the payload is larger than 8 MiB')
    }
    chunks.push(chunk as Buffer)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') return unreadable('the payload is empty')
  try {
    return { value: JSON.parse(text), text, degraded: null }
  } catch {
    return unreadable('the payload is not JSON')
  }
}

const unreadable = (degraded: string): ReadPayload => ({ value: {}, text: '', degraded })
