/**
 * New lines of the event log, whoever wrote them: the log itself is read, a few times a second and
 * only while a page watches. Viewers come in with the id they know; frames go out, at most four a
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
/** Whoever is further behind is better served by the lists. */
const MAX_BEHIND = 5000
const MAX_VIEWERS = 200

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
  /** @default 250 */
  frameMs?: number
}

export function openLiveFeed({ store, log, frameMs = FRAME_MS }: LiveFeedOptions): LiveFeed {
  /** Each viewer with the id of the last line that it has. */
  const viewers = new Map<Viewer, number>()
  let timer: NodeJS.Timeout | null = null

  async function tick(): Promise<void> {
    try {
      await sendAll()
    } catch (error) {
      log(`the live feed: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (viewers.size > 0) timer = setTimeout(() => void tick(), frameMs)
    else timer = null
  }

  /** Viewers at the same place get the same bytes. */
  async function sendAll(): Promise<void> {
    const frames = new Map<number, Frame | null>()
    for (const [viewer, after] of viewers) {
      if (!viewer.isReady()) continue
      if (!frames.has(after)) frames.set(after, await readFrame(store, after))
      const frame = frames.get(after)
      if (frame == null) viewer.stay()
      else if (viewers.has(viewer)) {
        viewer.send(frame.text)
        viewers.set(viewer, frame.last)
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
      timer ??= setTimeout(() => void tick(), 0)
      return true
    },
    leave: (viewer) => void viewers.delete(viewer),
    viewers: () => viewers.size,
    close() {
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
  return { text: `id: ${last}\ndata: ${shownJson({ events, skipped })}\n\n`, last }
}

async function newestId(store: Store): Promise<number> {
  const [newest] = await store.readEvents({ order: 'newest', limit: 1 })
  return newest?.id ?? 0
}
