import type { TurnClock } from '../turn-clock.js'

/** A clock that goes when it is told to. */
export interface ManualClock extends TurnClock {
  advance(ms: number): void
  /** Calls that still wait. */
  waiting(): number
}

export function manualClock(at = '2030-01-01T00:00:00.000Z'): ManualClock {
  let now = 0
  const timers = new Set<{ due: number; callback: () => void }>()
  return {
    at,
    elapsedMs: () => now,
    after(ms, callback) {
      const timer = { due: now + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      now += ms
      for (const timer of [...timers].filter(({ due }) => due <= now)) {
        timers.delete(timer)
        timer.callback()
      }
    },
    waiting: () => timers.size,
  }
}
