import { writeSync } from 'node:fs'

/**
 * Puts something light in the place of Node's stream of standard error. Whenever another stream is
 * closed Node asks for that one, only to see that it is not the same, and makes it for the purpose:
 * a twentieth of the whole hook. What is written still arrives, where it can at once.
 */
export function lightenStderr(): void {
  const light = {
    writable: true,
    write(text: string, ...rest: unknown[]): boolean {
      try {
        writeSync(2, text)
      } catch {
        // Nobody reads it.
      }
      const done = rest.at(-1)
      if (typeof done === 'function') process.nextTick(done, null)
      return true
    },
    // What Node's console asks around a write.
    listenerCount: () => 1,
    once: () => light,
    removeListener: () => light,
  }
  Object.defineProperty(process, 'stderr', { value: light, configurable: true, enumerable: true })
}
