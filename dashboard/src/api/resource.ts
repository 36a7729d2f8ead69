import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../live/live.js'
import type { LiveFilter } from '../live/live.js'
import { addressOf, getJson } from './call.js'
import type { RouteInput, GetName, ResponseOf } from './call.js'
import type { Problem } from './problem.js'

export interface Resource<T> {
  /** The latest answer; kept while a newer one is fetched. */
  data: T | undefined
  problem: Problem | undefined
  isLoading: boolean
  reload(): void
}

/**
 * One answer of the API, fetched again when the address changes, when asked to, and when a live
 * event passes `refreshOn`. An answer to another address is never shown as this one's.
 */
export function useResource<N extends GetName>(
  name: N,
  asked: RouteInput<N> = {},
  refreshOn?: LiveFilter,
): Resource<ResponseOf<N>> {
  const address = addressOf(name, asked)
  const [state, setState] = useState<Loaded<ResponseOf<N>>>({ address })
  const [round, setRound] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    getJson<N>(address, abort.signal).then(
      (data) => !abort.signal.aborted && setState({ address, data }),
      (problem: Problem) =>
        !abort.signal.aborted &&
        setState((before) => ({ ...(before.address === address && before), address, problem })),
    )
    return () => abort.abort()
  }, [address, round])

  const reload = useCallback(() => setRound((count) => count + 1), [])
  useLive(refreshOn, reload)
  const current = state.address === address ? state : undefined
  return {
    data: current?.data,
    problem: current?.problem,
    isLoading: current === undefined || (!current.data && !current.problem),
    reload,
  }
}

interface Loaded<T> {
  address: string
  data?: T
  problem?: Problem
}
