import type { PostgresDatabase } from '../../store/postgres.js'
import { openLiveFeed } from '../live/live-feed.js'
import type { LiveFeed } from '../live/live-feed.js'
import { openViewer } from '../live/viewer.js'
import type { Viewer } from '../live/viewer.js'

/** How long a page goes on after its token was revoked. */
const CHECK_EVERY_MS = 15_000

export interface TeamLive {
  /** A stream of what is new in the project; null when too many watch. It ends when `mayStay` says no. */
  watch(
    project: string,
    after: number | null,
    mayStay: () => Promise<boolean>,
  ): Promise<ReadableStream<Uint8Array> | null>
  close(): void
}

/** One feed for each project that was watched, whichever server took what is new. */
export function openTeamLive(
  database: PostgresDatabase,
  now: () => Date,
  log: (line: string) => void,
): TeamLive {
  const feeds = new Map<string, Promise<LiveFeed>>()
  const checks = new Set<NodeJS.Timeout>()

  async function openFeed(project: string): Promise<LiveFeed> {
    const store = await database.openStore({ project })
    const subscribe = (onAdded: () => void) =>
      database.subscribe((named) => {
        if (named === null || named === project) onAdded()
      })
    return openLiveFeed({ store, log, subscribe })
  }

  function feedOf(project: string): Promise<LiveFeed> {
    const feed = feeds.get(project) ?? openFeed(project)
    feeds.set(project, feed)
    feed.catch(() => feeds.delete(project))
    return feed
  }

  return {
    async watch(project, after, mayStay) {
      const feed = await feedOf(project)
      const leave = (viewer: Viewer) => {
        clearInterval(check)
        checks.delete(check)
        feed.leave(viewer)
      }
      const { viewer, stream } = openViewer(() => now().getTime(), leave)
      const check = setInterval(async () => {
        if (await mayStay().catch(() => true)) return
        viewer.end()
        leave(viewer)
      }, CHECK_EVERY_MS)
      checks.add(check)
      if (await feed.join(viewer, after)) return stream
      leave(viewer)
      return null
    },
    close() {
      for (const check of checks) clearInterval(check)
      for (const feed of feeds.values()) void feed.then((opened) => opened.close())
      feeds.clear()
    },
  }
}
