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

/** Reads one JSON object, bounded in size. What can't be read is a degraded payload, not an error. */
export async function readPayload(input: Readable): Promise<ReadPayload> {
  const bytes = await readAll(input)
  if (bytes === null) return unreadable('the payload is larger than 8 MiB')
  const text = bytes.toString('utf8')
  if (text.trim() === '') return unreadable('the payload is empty')
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { value, text, degraded: null } : unreadable('the payload is no JSON object')
  } catch {
    return unreadable('the payload is not JSON')
  }
}

/** Null when there is more than may be. By events: a stream's iterator costs twice as much. */
function readAll(input: Readable): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    input.on('error', reject)
    input.on('end', () => resolve(Buffer.concat(chunks)))
    input.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BYTES) chunks.push(chunk)
      else {
        input.destroy()
        resolve(null)
      }
    })
  })
}

const unreadable = (degraded: string): ReadPayload => ({ value: {}, text: '', degraded })
