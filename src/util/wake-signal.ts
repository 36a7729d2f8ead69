/** Wakes a loop that waits: after a time, or as soon as it is signalled. */
export interface WakeSignal {
  signal(): void
  /** Ends at once when it was signalled since the last wait. */
  wait(ms: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isSignalled = false
  let wake: (() => void) | null = null
  return {
    signal() {
      isSignalled = true
      wake?.()
    },
    async wait(ms) {
      if (!isSignalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isSignalled = false
      wake = null
    },
  }
}
