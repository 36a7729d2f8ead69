/** What ended the work: its own end, the time limit, or the caller. */
export type Ended<T> = { by: 'itself'; value: T } | { by: 'limit' } | { by: 'caller' }

/**
 * Work that ends within its limit even when it ignores the signal it is given. The timer keeps the
 * process alive, so that a promise that never settles can't end it early.
 */
export async function within<T>(
  limitMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Ended<T>> {
  const controller = new AbortController()
  const stops: (() => void)[] = []
  const stopped = new Promise<Ended<T>>((resolve) => {
    const stop = (by: 'limit' | 'caller') => {
      resolve({ by })
      controller.abort()
    }
    const timer = setTimeout(() => stop('limit'), Math.max(0, limitMs))
    const onAbort = () => stop('caller')
    caller?.addEventListener('abort', onAbort)
    if (caller?.aborted) onAbort()
    stops.push(() => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    })
  })
  const working = work(controller.signal).then((value): Ended<T> => ({ by: 'itself', value }))
  // When the limit comes first, a late failure of the work is ignored.
  working.catch(() => undefined)
  try {
    return await Promise.race([working, stopped])
  } finally {
    for (const stop of stops) stop()
  }
}
