import type { LogItem } from '../../../../src/schema/api/log.js'
import { usePages } from '../../api/pages.js'
import { useResource } from '../../api/resource.js'
import { codeWords } from '../../kit/code-words.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { Listing } from '../../kit/listing.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { shownCount } from '../../kit/shown-count.js'
import { SinceField } from '../../kit/since-field.js'
import { useSince } from '../../kit/since.js'
import { useQueryState } from '../../router/query-state.js'
import { entryWords, sessionWords } from './entry-words.js'

const LIVE = { kinds: ['record.'] }

const COLUMNS: readonly Column<LogItem>[] = [
  {
    id: 'when',
    header: 'When',
    width: '92px',
    narrow: 'meta',
    cell: ({ timestamp }) => <RelativeTime at={timestamp} className="text-soft" />,
  },
  {
    id: 'action',
    header: 'Action',
    width: '208px',
    narrow: 'meta',
    cell: ({ action }) => <span title={action}>{codeWords(action)}</span>,
  },
  {
    id: 'output',
    header: 'What happened',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: entryWords,
  },
  {
    id: 'session',
    header: 'Session',
    width: '156px',
    narrow: 'hidden',
    cell: ({ session }) => (
      <span className="text-faint" title={session}>
        {sessionWords(session)}
      </span>
    ),
  },
]

/** The interaction log: what we did, for people to read. */
export function InteractionList({ onOpen }: { onOpen(id: string): void }) {
  const [{ action, session, q, since }, change] = useQueryState(['action', 'session', 'q', 'since'])
  const facets = useResource('GET /facets')
  const entries = usePages(
    'GET /log',
    { query: { action, session, q, since: useSince(since) } },
    ({ id }) => id,
    LIVE,
  )
  const isFiltered = [action, session, q, since].some((value) => value !== '')
  return (
    <>
      <FilterBar summary={shownCount(entries, 'entry', 'entries')}>
        <SearchField
          label="Words"
          value={q}
          placeholder="in the entry"
          onChange={(value) => change({ q: value })}
        />
        <SelectField
          label="Action"
          value={action}
          options={(facets.data?.actions ?? []).map((value) => ({
            value,
            label: codeWords(value),
          }))}
          onChange={(value) => change({ action: value })}
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
        pages={entries}
        label="Interaction log, newest first"
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={(item) => ({
          name: `${codeWords(item.action)}: ${entryWords(item)}`,
          open: () => onOpen(item.id),
        })}
        empty={
          isFiltered ? (
            <EmptyState title="No entry matches these filters." />
          ) : (
            <EmptyState title="Nothing noteworthy has happened yet." command="reflect demo --serve">
              Entries are written when a stop is judged, a lesson is learned or a task is run.
            </EmptyState>
          )
        }
      />
    </>
  )
}
