/** Time as a turn sees it. */
export interface TurnClock {
  /** The turn's own instant (ISO): what its records carry. */
  at: string
  /** Milliseconds that only go up. */
  elapsedMs(): number
  /** Calls back once after that time; what it returns takes the call back. */
  after(ms: number, callback: () => void): () => void
}

/** The real time, for a turn of that instant. */
export function systemClock(at: Date | string): TurnClock {
  return {
    at: typeof at === 'string' ? at : at.toISOString(),
    elapsedMs: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  }
}
