import { useCallback, useEffect, useRef, useState } from 'react'
import type { Page } from '../../../src/schema/api/page.js'
import { useLive } from '../live/live.js'
import type { LiveFilter } from '../live/live.js'
import { addressOf, getJson } from './call.js'
import type { Asked, GetName, ResponseOf } from './call.js'
import { addPage, refreshFirst } from './join-pages.js'
import type { Listed } from './join-pages.js'
import type { Problem } from './problem.js'

type PagedName = { [N in GetName]: ResponseOf<N> extends Page<unknown> ? N : never }[GetName]
export type ItemOf<N extends PagedName> =
  ResponseOf<N> extends { items: (infer T)[]; next: string | null } ? T : never

export interface Pages<T> {
  items: readonly T[]
  problem: Problem | undefined
  /** Nothing was answered yet for this address. */
  isLoading: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
  reload(): void
}

/** A list that grows by cursor pages; a live event that passes `refreshOn` brings what is new. */
export function usePages<N extends PagedName>(
  name: N,
  asked: Asked<N>,
  idOf: (item: ItemOf<N>) => string,
  refreshOn?: LiveFilter,
): Pages<ItemOf<N>> {
  const address = addressOf(name, asked)
  const [state, setState] = useState<State<ItemOf<N>>>(unloaded(address))
  const [round, setRound] = useState(0)
  const latestIdOf = useRef(idOf)
  latestIdOf.current = idOf

  useEffect(() => {
    const abort = new AbortController()
    fetchPage<ItemOf<N>>(address, abort.signal).then(
      (page) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...unloaded(address),
          isLoaded: true,
          listed: refreshFirst(listedAt(before, address), page, latestIdOf.current),
        })),
      (problem: Problem) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...(before.address === address ? before : unloaded(address)),
          isLoaded: true,
          problem,
        })),
    )
    return () => abort.abort()
  }, [address, round])

  const { next } = state.listed
  const isCurrent = state.address === address
  const wanted = isCurrent && state.isLoadingMore ? next : null
  useEffect(() => {
    if (wanted === null) return undefined
    const abort = new AbortController()
    const more = `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(wanted)}`
    fetchPage<ItemOf<N>>(more, abort.signal).then(
      (page) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...before,
          isLoadingMore: false,
          listed: addPage(before.listed, page, latestIdOf.current),
        })),
      (problem: Problem) =>
        !abort.signal.aborted &&
        setState((before) => ({ ...before, problem, isLoadingMore: false })),
    )
    return () => abort.abort()
  }, [address, wanted])

  const loadMore = useCallback(() => {
    setState((before) =>
      before.listed.next === null || before.isLoadingMore || before.problem !== undefined
        ? before
        : { ...before, isLoadingMore: true },
    )
  }, [])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  useLive(refreshOn, reload)
  return {
    items: state.listed.items,
    problem: isCurrent ? state.problem : undefined,
    isLoading: !isCurrent || !state.isLoaded,
    hasMore: isCurrent && next !== null,
    isLoadingMore: state.isLoadingMore,
    loadMore,
    reload,
  }
}

const fetchPage = async <T>(address: string, signal: AbortSignal): Promise<Page<T>> =>
  (await getJson(address, signal)) as unknown as Page<T>

interface State<T> {
  address: string
  isLoaded: boolean
  listed: Listed<T>
  problem: Problem | undefined
  isLoadingMore: boolean
}

const unloaded = <T>(address: string): State<T> => ({
  address,
  isLoaded: false,
  listed: { items: [], next: null },
  problem: undefined,
  isLoadingMore: false,
})

const listedAt = <T>(state: State<T>, address: string): Listed<T> =>
  state.address === address ? state.listed : { items: [], next: null }
