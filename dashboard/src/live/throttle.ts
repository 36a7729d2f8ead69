/** Runs at once, then at most once per interval; what was asked for meanwhile runs at its end. */
export function throttle(run: () => void, intervalMs: number): { ask(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const ask = (): void => {
    if (timer !== undefined) {
      isWanted = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (!isWanted) return
      isWanted = false
      ask()
    }, intervalMs)
  }
  return { ask, cancel: () => clearTimeout(timer) }
}
