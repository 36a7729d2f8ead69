import { HttpError } from './problem-of.js'

export interface BodyLimits {
  maxBytes: number
  /** From the first look at the body to its last byte. */
  timeoutMs: number
}

/** The JSON of a request. It is counted and timed while it comes, whatever its headers promise. */
export async function readBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const promised = Number(request.headers.get('content-length') ?? 0)
  if (promised > limits.maxBytes) {
    // Who has a little too much is heard out, and so sees the answer; a longer one is cut off.
    const heard = { ...limits, maxBytes: 2 * limits.maxBytes }
    if (promised <= heard.maxBytes) await readText(request, heard).catch(() => undefined)
    throw tooLarge(limits)
  }
  const text = await readText(request, limits)
  if (text.trim() === '') return {}
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'payload-invalid', 'The body has to be application/json')
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new HttpError(400, 'payload-invalid', 'The body is not JSON')
  }
}

async function readText(request: Request, limits: BodyLimits): Promise<string> {
  if (request.body === null) return ''
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let late: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(tooSlow()), limits.timeoutMs)
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), deadline])
      if (done) break
      bytes += value.byteLength
      if (bytes > limits.maxBytes) throw tooLarge(limits)
      chunks.push(value)
    }
  } catch (error) {
    // A sender of too much, or too slowly, is cut off.
    reader.cancel().catch(() => undefined)
    throw error instanceof HttpError ? error : cutOff(error)
  } finally {
    clearTimeout(late)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const CLOSE = { headers: { connection: 'close' } }

const tooLarge = ({ maxBytes }: BodyLimits): HttpError =>
  new HttpError(413, 'payload-too-large', `A body has at most ${maxBytes} bytes`, {
    remedy: 'Send less at once; events can come in smaller batches.',
    ...CLOSE,
  })

const tooSlow = (): HttpError =>
  new HttpError(408, 'budget-exhausted', 'The body did not arrive in time', CLOSE)

const cutOff = (cause: unknown): HttpError =>
  Object.assign(new HttpError(400, 'payload-invalid', 'The body was cut off', CLOSE), { cause })
