/** One open stream, as the feed sees it. */
export interface Viewer {
  /** The last frame was taken: another may come. */
  isReady(): boolean
  send(frame: string): void
  /** There is nothing new. */
  stay(): void
  end(): void
}

const HEARTBEAT_MS = 15_000
/** Browsers come back after this when the stream breaks. */
const RETRY_MS = 1000

export interface OpenedViewer {
  viewer: Viewer
  stream: ReadableStream<Uint8Array>
}

/** A stream of server-sent events; `onGone` is told once, when the other side has left. */
export function openViewer(now: () => number, onGone: (viewer: Viewer) => void): OpenedViewer {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let sentAt = now()
  const send = (text: string): void => {
    sentAt = now()
    controller?.enqueue(encoder.encode(text))
  }
  const viewer: Viewer = {
    // A full queue means that the other side has not taken what it got.
    isReady: () => controller !== null && (controller.desiredSize ?? 0) > 0,
    send,
    stay() {
      if (now() - sentAt >= HEARTBEAT_MS) send(': still here\n\n')
    },
    end() {
      controller?.close()
      controller = null
    },
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
        send(`retry: ${RETRY_MS}\n\n`)
      },
      cancel() {
        controller = null
        onGone(viewer)
      },
    },
    { highWaterMark: 4 },
  )
  return { viewer, stream }
}
