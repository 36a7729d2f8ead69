import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Signals {
  /** The number of the signal that came, or null. A scene blocks the thread, so ask between scenes. */
  heard(): Promise<number | null>
  /** Resolves when one comes. */
  next: Promise<void>
  close(): void
}

/** Hears Ctrl-C and the system's word to end, so that the stage can be cleared first. */
export function listenForSignals(): Signals {
  let number: number | null = null
  const ended = new AbortController()
  const hear = (_signal: NodeJS.Signals, value: number): void => {
    number = value
    ended.abort()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
  return {
    async heard() {
      // Only in a whole turn of the loop can a signal be heard.
      await nextTurn()
      await nextTurn()
      return number
    },
    next: new Promise((resolve) => ended.signal.addEventListener('abort', () => resolve())),
    close() {
      process.off('SIGINT', hear)
      process.off('SIGTERM', hear)
    },
  }
}
