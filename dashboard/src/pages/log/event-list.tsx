import type { EventItem } from '../../../../src/schema/api/log.js'
import { usePages } from '../../api/pages.js'
import { useResource } from '../../api/resource.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { eventTones } from '../../kit/event-line.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { Listing } from '../../kit/listing.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { shownCount } from '../../kit/shown-count.js'
import { SinceField } from '../../kit/since-field.js'
import { useSince } from '../../kit/since.js'
import { toneText } from '../../kit/tone.js'
import { useQueryState } from '../../router/query-state.js'

const LIVE = {}
const FAMILIES = [
  { value: 'agent.', label: 'agent.* — what clients told us' },
  { value: 'guard.', label: 'guard.* — what we decided' },
  { value: 'record.', label: 'record.* — what was written' },
]

const COLUMNS: readonly Column<EventItem>[] = [
  {
    id: 'id',
    header: 'No.',
    width: '68px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ id }) => <span className="measured text-faint">{id}</span>,
  },
  {
    id: 'when',
    header: 'When',
    width: '92px',
    narrow: 'meta',
    cell: ({ at }) => <RelativeTime at={at} className="text-soft" />,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '208px',
    narrow: 'meta',
    cell: ({ kind }) => <code className="measured">{kind}</code>,
  },
  {
    id: 'summary',
    header: 'What happened',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: ({ summary, tone }) => (
      <span className={tone === 'normal' ? '' : toneText[eventTones[tone]]}>{summary}</span>
    ),
  },
  {
    id: 'session',
    header: 'Session',
    width: '140px',
    narrow: 'hidden',
    cell: ({ sessionId }) => <code className="measured text-faint">{sessionId ?? '–'}</code>,
  },
]

/** The event log, live: the append-only truth that everything else is made of. */
export function EventList({ onOpen }: { onOpen(id: number): void }) {
  const [{ kind, session, since }, change] = useQueryState(['kind', 'session', 'since'])
  const facets = useResource('GET /facets')
  const events = usePages(
    'GET /events',
    { query: { kind, session, since: useSince(since) } },
    ({ id }) => String(id),
    LIVE,
  )
  const isFiltered = [kind, session, since].some((value) => value !== '')
  return (
    <>
      <FilterBar summary={shownCount(events, 'line')}>
        <SelectField
          label="Kind"
          value={kind}
          options={[...FAMILIES, ...(facets.data?.kinds ?? []).map((value) => ({ value }))]}
          onChange={(value) => change({ kind: value })}
        />
        <SearchField
          label="Session"
          value={session}
          placeholder="full id"
          onChange={(value) => change({ session: value })}
        />
        <SinceField label="In" value={since} onChange={(value) => change({ since: value })} />
      </FilterBar>
      <Listing
        pages={events}
        label="Event log, newest first"
        columns={COLUMNS}
        idOf={({ id }) => String(id)}
        onOpen={(item) => ({
          name: `${item.id}, ${item.kind}: ${item.summary}`,
          open: () => onOpen(item.id),
        })}
        empty={
          isFiltered ? (
            <EmptyState title="No line matches these filters." />
          ) : (
            <EmptyState title="The log is empty." command="reflect demo --serve">
              Its first line is written when an agent&apos;s hook is called.
            </EmptyState>
          )
        }
      />
    </>
  )
}
