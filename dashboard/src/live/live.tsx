import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import type { EventItem, LiveFrame } from '../../../src/schema/api/log.js'
import { addressOf } from '../api/call.js'
import { authorization, doubtServer, forgetToken } from '../api/token.js'
import { liveStream } from './live-stream.js'
import type { LiveStatus, LiveStream } from './live-stream.js'
import { throttle } from './throttle.js'

/** Which events matter. What is left out doesn't narrow it. */
export interface LiveFilter {
  /** Beginnings of event kinds, such as `record.` */
  kinds?: readonly string[]
  session?: string
  /** How often it may be told of, at most. @default 800 */
  everyMs?: number
}

const RELOAD_INTERVAL_MS = 800
const Live = createContext<LiveStream | null>(null)

export function LiveProvider({ children }: { children: ReactNode }) {
  const [stream] = useState(() => liveStream(addressOf('GET /live'), authorization, forgetToken))
  useEffect(() => stream.onStatus(() => stream.status() === 'lost' && doubtServer()), [stream])
  useEffect(() => stream.open(), [stream])
  return <Live value={stream}>{children}</Live>
}

export function useLiveStatus(): LiveStatus {
  const stream = useContext(Live)
  const subscribe = useMemo(() => stream?.onStatus ?? (() => () => undefined), [stream])
  return useSyncExternalStore(subscribe, () => stream?.status() ?? 'connecting')
}

/**
 * Calls `onChange` when something happened that passes the filter, as often as that allows; also
 * when the stream is there (again), since frames before its first one are unknown.
 */
export function useLive(filter: LiveFilter | undefined, onChange: () => void): void {
  const stream = useContext(Live)
  const key = filter === undefined ? null : JSON.stringify(filter)
  useEffect(() => {
    if (stream === null || key === null) return undefined
    const wanted = JSON.parse(key) as LiveFilter
    const calm = throttle(onChange, wanted.everyMs ?? RELOAD_INTERVAL_MS)
    const stops = [
      stream.onStatus(() => stream.status() === 'live' && calm.ask()),
      stream.onFrame(({ data }) => {
        const { events, skipped } = JSON.parse(data) as LiveFrame
        if (skipped > 0 || events.some((event) => passes(event, wanted))) calm.ask()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      calm.cancel()
    }
  }, [stream, key, onChange])
}

const passes = (event: EventItem, { kinds, session }: LiveFilter): boolean =>
  (kinds === undefined || kinds.some((kind) => event.kind.startsWith(kind))) &&
  (session === undefined || event.sessionId === session)
