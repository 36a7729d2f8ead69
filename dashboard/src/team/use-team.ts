import { useCallback, useEffect, useState } from 'react'
import { throttle } from '../live/throttle.js'
import type { LiveStream } from '../live/live-stream.js'
import type { Problem } from '../api/problem.js'
import { callTeam } from './call-team.js'

export interface TeamAnswer<T> {
  data: T | undefined
  problem: Problem | undefined
  reload(): void
}

/** One answer, fetched again when asked to and when something new came in. */
export function useTeam<T>(route: string, live?: LiveStream): TeamAnswer<T> {
  const [data, setData] = useState<T>()
  const [problem, setProblem] = useState<Problem>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    callTeam<T>(route, undefined, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return
        setData(answer)
        setProblem(undefined)
      },
      (failure: Problem) => !abort.signal.aborted && setProblem(failure),
    )
    return () => abort.abort()
  }, [route, round])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => {
    if (live === undefined) return undefined
    const calm = throttle(reload, 500)
    // Frames before the first one, or from while the stream was away, are unknown.
    const stops = [
      live.onFrame(calm.ask),
      live.onStatus(() => live.status() === 'live' && calm.ask()),
    ]
    return () => {
      for (const stop of stops) stop()
      calm.cancel()
    }
  }, [live, reload])
  return { data, problem, reload }
}

interface Listed<T> {
  items: readonly T[]
  next: number | null
}

export interface TeamList<T> extends Listed<T> {
  problem: Problem | undefined
  isLoading: boolean
  showMore(): void
  reload(): void
}

/** A list that comes whole in one answer. */
export function wholeList<A, T>(
  { data, problem, reload }: TeamAnswer<A>,
  read: (answer: A) => readonly T[],
): TeamList<T> {
  return {
    items: data === undefined ? [] : read(data),
    next: null,
    problem,
    isLoading: data === undefined && problem === undefined,
    showMore: () => undefined,
    reload,
  }
}

/** A list, newest first: its first page as it is now, and older ones as they are asked for. */
export function useTeamList<A, T>(
  route: string,
  read: (answer: A) => Listed<T>,
  live?: LiveStream,
): TeamList<T> {
  const first = useTeam<A>(route, live)
  const [older, setOlder] = useState<Listed<T> | null>(null)
  const [problem, setProblem] = useState<Problem>()
  const newest = first.data === undefined ? null : read(first.data)
  const next = older === null ? (newest?.next ?? null) : older.next
  const showMore = async (): Promise<void> => {
    try {
      const answer = read(await callTeam<A>(`${route}?before=${String(next)}`))
      setOlder({ items: [...(older?.items ?? []), ...answer.items], next: answer.next })
    } catch (failure) {
      setProblem(failure as Problem)
    }
  }
  return {
    items: [...(newest?.items ?? []), ...(older?.items ?? [])],
    next,
    problem: first.problem ?? problem,
    isLoading: first.data === undefined && first.problem === undefined,
    showMore: () => void showMore(),
    reload: first.reload,
  }
}
