import { useState } from 'react'
import { usePages } from '../../api/pages.js'
import { EventLine } from '../../kit/event-line.js'
import { Panel } from '../../kit/panel.js'
import { Link } from '../../router/link.js'

const EVERYTHING = {}
const SHOWN = 12

/** The latest lines of the event log, as they come. */
export function LiveFeed() {
  const { items } = usePages(
    'GET /events',
    { query: { limit: SHOWN } },
    ({ id }) => String(id),
    EVERYTHING,
  )
  const isNew = useIsNew(items[0]?.id ?? null)
  return (
    <Panel
      title="Just now"
      flush
      aside={
        <Link href="/log?view=events" className="text-accent underline underline-offset-2">
          whole log
        </Link>
      }
    >
      {items.length === 0 && <p className="px-4 py-4 text-soft">Nothing has happened yet.</p>}
      <ol aria-label="Latest events, newest first">
        {items.slice(0, SHOWN).map((event) => (
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

/** New is what was not there when the list was first seen. */
function useIsNew(newest: number | null): (id: number) => boolean {
  const [first, setFirst] = useState(newest)
  if (first === null && newest !== null) setFirst(newest)
  return (id) => first !== null && id > first
}
