/** Far more than any answer we ask for; a server that sends more is broken or hostile. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Its `name` when the body was larger than that. */
export const TOO_LARGE = 'BodyTooLargeError'

/**
 * `fetch` that follows no redirect, because keys travel in headers that would go along to another
 * host, and that stops reading a body at its bound.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  const bounded = response.body.pipeThrough(stopAt(MAX_BODY_BYTES))
  const { status, statusText, headers } = response
  return new Response(bounded, { status, statusText, headers })
}

function stopAt(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes <= maxBytes) return controller.enqueue(chunk)
      const error = new Error(`The answer is larger than ${maxBytes} bytes`)
      controller.error(Object.assign(error, { name: TOO_LARGE }))
    },
  })
}
