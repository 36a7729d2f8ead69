import { frameReader } from './read-frames.js'
import type { Frame } from './read-frames.js'

export type LiveStatus = 'connecting' | 'live' | 'lost'

export interface LiveStream {
  status(): LiveStatus
  onStatus(listener: () => void): () => void
  onFrame(listener: (frame: Frame) => void): () => void
  /** Reads until the function that it gives is called. */
  open(): () => void
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 4_000

/**
 * Reads server-sent events and comes back after a break where it left off. Not `EventSource`: that
 * one gives up for good on the first answer that isn't 200, as a restarting server may give.
 */
export function liveStream(
  address: string,
  authorization: () => Promise<Record<string, string>>,
  onRefused: () => void,
): LiveStream {
  const statusListeners = new Set<() => void>()
  const frameListeners = new Set<(frame: Frame) => void>()
  let status: LiveStatus = 'connecting'
  let lastId: string | null = null
  let waitMs = FIRST_WAIT_MS

  const become = (next: LiveStatus): void => {
    if (next === status) return
    status = next
    for (const listener of statusListeners) listener()
  }

  const take = (frame: Frame): void => {
    if (frame.id !== null) lastId = frame.id
    if (frame.data !== '') for (const listener of frameListeners) listener(frame)
  }

  async function readOnce(signal: AbortSignal): Promise<void> {
    const response = await fetch(address, {
      headers: {
        accept: 'text/event-stream',
        ...(await authorization()),
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
      signal,
      cache: 'no-store',
    })
    if (response.status === 401) return onRefused()
    if (!response.ok || response.body === null) return become('lost')
    become('live')
    waitMs = FIRST_WAIT_MS
    const read = frameReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return become('lost')
      for (const frame of read(value)) take(frame)
    }
  }

  async function readOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await readOnce(signal).catch(() => !signal.aborted && become('lost'))
      await pause(waitMs, signal)
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
    }
  }

  return {
    status: () => status,
    onStatus: (listener) => add(statusListeners, listener),
    onFrame: (listener) => add(frameListeners, listener),
    open() {
      const abort = new AbortController()
      void readOn(abort.signal)
      return () => abort.abort()
    },
  }
}

function add<T>(set: Set<T>, value: T): () => void {
  set.add(value)
  return () => void set.delete(value)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
