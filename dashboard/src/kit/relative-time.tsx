import { useSyncExternalStore } from 'react'
import { formatDuration } from './format.js'

const TICK_MS = 10_000
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** With the day, the second and the zone. */
export const exactTime = (at: string): string => exact.format(new Date(at))

/** `5 min ago`, with the exact time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at)} className={className}>
      {relativeTo(Date.parse(at), now)}
    </time>
  )
}

/** `just now`, `5 min ago`, `in 2 h`; the larger unit alone once it is a day or more. */
function relativeTo(at: number, now: number): string {
  const distance = Math.abs(at - now)
  if (distance < 5_000) return 'just now'
  const [first, unit] = formatDuration(distance).split(' ')
  return at < now ? `${first} ${unit} ago` : `in ${first} ${unit}`
}

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for the whole page; it stops while no time is shown. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
