/** Wakes a loop that waits: after a time, or as soon as it is signalled. */
export interface Bell {
  ring(): void
  /** Ends at once when it was rung since the last wait. */
  wait(ms: number): Promise<void>
}

export function openBell(): Bell {
  let rung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      wake = null
    },
  }
}
