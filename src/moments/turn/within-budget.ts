import type { TurnClock } from './turn-clock.js'

/** `done: false`: the time was up first, and whatever comes of the work is ignored. */
export type Ended<T> = { done: true; value: T } | { done: false }

/** Waits for the work no longer than that. Its signal aborts when the wait is over. */
export function withinBudget<T>(
  clock: TurnClock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Ended<T>> {
  if (ms <= 0) return Promise.resolve({ done: false })
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      resolve({ done: false })
      controller.abort()
    })
    work(controller.signal)
      .then((value) => resolve({ done: true, value }), reject)
      .finally(cancel)
  })
}
