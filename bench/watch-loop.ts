import { readFileSync } from 'node:fs'

export interface LoopWatch {
  /** The longest that nothing else was done since the last call, in milliseconds. */
  takeLongest(): number
  stop(): void
}

/**
 * Looks every millisecond how long the event loop was held. Time for which the system gave this thread
 * no processor is left out: that is other programs' doing.
 */
export function watchLoop(): LoopWatch {
  let longest = 0
  let last = now()
  const look = (): void => {
    const at = now()
    longest = Math.max(longest, at - last)
    last = at
  }
  const timer = setInterval(look, 1)
  return {
    takeLongest() {
      look()
      const held = longest
      longest = 0
      return held
    },
    stop: () => clearInterval(timer),
  }
}

const now = (): number => performance.now() - waitedMs()

/** How long this thread was ready and waited for a processor; Linux alone tells. */
function waitedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
