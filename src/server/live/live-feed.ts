/**
 * New lines of the event log, whoever wrote them: the log itself is read, only while a page watches, a
 * few times a second, or when told that there is something new. Viewers come in with the id they know; frames go out, at most four a
 * second for each. A viewer that reads slowly, or was away, is caught up from the log; nothing is
 * kept for it here. One that knows more lines than there are has seen another log: it begins anew.
 */
import { shownJson } from '../../safety/control-characters.js'
import type { EventItem } from '../../schema/api/log.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'
import { toEventItem } from '../api/event-item.js'
import type { Viewer } from './viewer.js'

/** Four frames a second at most. */
const FRAME_MS = 250
const MAX_LINES = 500
/** A viewer further behind is better served by the lists. */
const MAX_BEHIND = 5000
const MAX_VIEWERS = 200
/** Where it is told of what is new: how often it looks all the same, since a word may be lost. */
const UNTOLD_MS = 5000

export interface LiveFeed {
  /** False when there are too many already. */
  join(viewer: Viewer, after: number | null): Promise<boolean>
  leave(viewer: Viewer): void
  viewers(): number
  close(): void
}

export interface LiveFeedOptions {
  store: Store
  /** Told what went wrong; the feed goes on. */
  log(line: string): void
  /** Calls when something may be new. @default the log is looked at for every frame */
  subscribe?(onAdded: () => void): () => void
}

export function openLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { store, log, subscribe } = options
  /** Each viewer with the id of the last line that it has. */
  const viewers = new Map<Viewer, number>()
  let timer: NodeJS.Timeout | null = null
  let hasNews = true
  /** The timer is one that news cut short. */
  let isIdle = false
  const unsubscribe = subscribe?.(() => {
    hasNews = true
    if (!isIdle) return
    clearTimeout(timer!)
    plan()
  })

  async function tick(): Promise<void> {
    isIdle = false
    hasNews = subscribe === undefined
    try {
      await sendAll()
    } catch (error) {
      log(`the live feed: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (viewers.size > 0) plan()
    else timer = null
  }

  function plan(): void {
    isIdle = !hasNews
    timer = setTimeout(() => void tick(), hasNews ? FRAME_MS : UNTOLD_MS)
  }

  /** Viewers at the same place get the same bytes. */
  async function sendAll(): Promise<void> {
    const frames = new Map<number, Frame | null>()
    for (const [viewer, after] of viewers) {
      if (!viewer.isReady()) {
        hasNews = true
        continue
      }
      if (!frames.has(after)) frames.set(after, await readFrame(store, after))
      const frame = frames.get(after)
      if (frame == null) viewer.stay()
      else if (viewers.has(viewer)) {
        viewer.send(frame.text)
        viewers.set(viewer, frame.last)
        if (frame.isFull) hasNews = true
      }
    }
  }

  return {
    async join(viewer, after) {
      if (viewers.size >= MAX_VIEWERS) return false
      const newest = await newestId(store)
      const isAhead = after !== null && after > newest
      viewers.set(viewer, isAhead ? newest : (after ?? newest))
      if (isAhead) viewer.send(toFrame([], { last: newest, skipped: Math.max(1, newest) }).text)
      if (isIdle) clearTimeout(timer!)
      if (isIdle || timer === null) timer = setTimeout(() => void tick(), 0)
      isIdle = false
      return true
    },
    leave: (viewer) => void viewers.delete(viewer),
    viewers: () => viewers.size,
    close() {
      unsubscribe?.()
      if (timer !== null) clearTimeout(timer)
      for (const viewer of viewers.keys()) viewer.end()
      viewers.clear()
    },
  }
}

interface Frame {
  text: string
  /** The id of its last line. */
  last: number
  /** Behind it may be more. */
  isFull: boolean
}

async function readFrame(store: Store, after: number): Promise<Frame | null> {
  const [newest] = await store.readEvents({ after, order: 'newest', limit: 1 })
  if (newest === undefined) return null
  const isFar = newest.id - after > MAX_BEHIND
  const lines = isFar
    ? (await store.readEvents({ after, order: 'newest', limit: MAX_LINES })).toReversed()
    : await store.readEvents({ after, limit: MAX_LINES })
  const skipped = isFar ? lines[0]!.id - after - 1 : 0
  return toFrame(lines, { last: lines.at(-1)!.id, skipped })
}

function toFrame(
  lines: readonly LogEvent[],
  { last, skipped }: { last: number; skipped: number },
): Frame {
  const events: EventItem[] = lines.map(toEventItem)
  const isFull = lines.length === MAX_LINES
  return { text: `id: ${last}\ndata: ${shownJson({ events, skipped })}\n\n`, last, isFull }
}

async function newestId(store: Store): Promise<number> {
  const [newest] = await store.readEvents({ order: 'newest', limit: 1 })
  return newest?.id ?? 0
}
