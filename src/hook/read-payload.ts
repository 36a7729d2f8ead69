import type { Readable } from 'node:stream'

const MAX_BYTES = 8 * 1024 * 1024

export interface ReadPayload {
  /** An empty object when nothing could be read. */
  value: unknown
  /** As it came, for recognising a second delivery. */
  text: string
  /** Why the payload is not whole; null when it is. */
  degraded: string | null
}

/**
 * Reads one JSON object, bounded in size. What can't be read is a degraded payload, not an error.
 * The object's end is the payload's: nobody has to close the stream.
 */
export async function readPayload(input: Readable): Promise<ReadPayload> {
  const whole = await readWhole(input)
  if (whole === null) return unreadable('the payload is larger than 8 MiB')
  if ('value' in whole) return { ...whole, degraded: null }
  if (whole.text === '') return unreadable('the payload is empty')
  return unreadable(
    isJson(whole.text) ? 'the payload is no JSON object' : 'the payload is not JSON',
  )
}

type Whole = Pick<ReadPayload, 'value' | 'text'> | { text: string }

/** Null when there is more than may be. By events: a stream's iterator costs twice as much. */
function readWhole(input: Readable): Promise<Whole | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const text = (): string => Buffer.concat(chunks).toString('utf8').trim()
    input.on('error', reject)
    input.on('end', () => resolve(readObject(text()) ?? { text: text() }))
    input.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BYTES) {
        input.destroy()
        return resolve(null)
      }
      chunks.push(chunk)
      const object = mayEndObject(chunk) ? readObject(text()) : null
      if (object === null) return
      input.pause()
      resolve(object)
    })
  })
}

const mayEndObject = (chunk: Buffer): boolean =>
  /\}\s*$/.test(chunk.subarray(-16).toString('latin1'))

function readObject(text: string): Pick<ReadPayload, 'value' | 'text'> | null {
  if (!text.startsWith('{')) return null
  try {
    return { value: JSON.parse(text) as unknown, text }
  } catch {
    return null
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const unreadable = (degraded: string): ReadPayload => ({ value: {}, text: '', degraded })
