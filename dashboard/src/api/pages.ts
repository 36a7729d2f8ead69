import { useCallback, useEffect, useRef, useState } from 'react'
import type { Page } from '../../../src/schema/api/page.js'
import { useLive } from '../live/live.js'
import type { LiveFilter } from '../live/live.js'
import { addressOf, getJson } from './call.js'
import type { RouteInput, GetName, ResponseOf } from './call.js'
import { addPage, refreshFirst, refreshLast } from './join-pages.js'
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

/**
 * A list that grows by cursor pages; a live event that passes `refreshOn` brings what is new, at the
 * end where the list says so: `newAt` is the side at which the API puts new items.
 */
export function usePages<N extends PagedName>(
  name: N,
  asked: RouteInput<N>,
  idOf: (item: ItemOf<N>) => string,
  refreshOn?: LiveFilter,
  newAt: 'front' | 'end' = 'front',
): Pages<ItemOf<N>> {
  const address = addressOf(name, asked)
  const [state, setState] = useState<State<ItemOf<N>>>(unloaded(address))
  const [round, setRound] = useState(0)
  const latestIdOf = useRef(idOf)
  latestIdOf.current = idOf
  const lastCursor = useRef<{ address: string; cursor: string } | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    const last = lastCursor.current?.address === address ? lastCursor.current.cursor : null
    const from = newAt === 'end' ? last : null
    fetchPage<ItemOf<N>>(withCursor(address, from), abort.signal).then(
      (page) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...unloaded(address),
          isLoaded: true,
          listed:
            from === null
              ? refreshFirst(listedAt(before, address), page, latestIdOf.current)
              : refreshLast(listedAt(before, address), page, latestIdOf.current),
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
  }, [address, round, newAt])

  const { next } = state.listed
  const isCurrent = state.address === address
  const wanted = isCurrent && state.isLoadingMore ? next : null
  useEffect(() => {
    if (wanted === null) return undefined
    const abort = new AbortController()
    fetchPage<ItemOf<N>>(withCursor(address, wanted), abort.signal).then(
      (page) => {
        if (abort.signal.aborted) return
        lastCursor.current = { address, cursor: wanted }
        setState((before) => ({
          ...before,
          isLoadingMore: false,
          listed: addPage(before.listed, page, latestIdOf.current),
        }))
      },
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

const withCursor = (address: string, cursor: string | null): string =>
  cursor === null
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`

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
