import { useState } from 'react'
import type { EventItem } from '../../../../src/schema/api/log.js'
import { usePages } from '../../api/pages.js'
import { EventLine } from '../../kit/event-line.js'
import { Panel } from '../../kit/panel.js'
import { Link } from '../../router/link.js'

const EVERYTHING = {}
/** Most lines are bookkeeping; those that want to be seen are looked for among this many. */
const LOOKED_AT = 200
const SHOWN = 8

/** The latest lines of the event log, as they come. */
export function LiveFeed() {
  const { items } = usePages(
    'GET /events',
    { query: { limit: LOOKED_AT } },
    ({ id }) => String(id),
    EVERYTHING,
  )
  const isNew = useIsNew(items[0]?.id ?? null)
  return (
    <Panel
      title="Latest"
      flush
      aside={
        <Link href="/settings/log?view=events" className="text-accent underline underline-offset-2">
          full log
        </Link>
      }
    >
      {items.length === 0 && <p className="px-4 py-4 text-soft">Nothing has happened yet.</p>}
      <ol aria-label="Latest events, newest first">
        {telling(items).map((event) => (
          <li
            key={event.id}
            className={`border-b border-line px-4 py-1.5 last:border-b-0 ${isNew(event.id) ? 'fresh' : ''}`}
          >
            <EventLine event={event} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** What wants to be seen; where nothing does, the rest. */
function telling(items: readonly EventItem[]): readonly EventItem[] {
  const loud = items.filter(({ tone }) => tone !== 'quiet')
  // Sessions that were taken over came in another order than they happened.
  return (loud.length > 0 ? loud : items)
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id))
    .slice(0, SHOWN)
}

/** New is what was not there when the list was first seen. */
function useIsNew(newest: number | null): (id: number) => boolean {
  const [first, setFirst] = useState(newest)
  if (first === null && newest !== null) setFirst(newest)
  return (id) => first !== null && id > first
}
