import { usePages } from '../../api/pages.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { Listing } from '../../kit/listing.js'
import { Page } from '../../kit/page.js'
import { shownCount } from '../../kit/shown-count.js'
import { useQueryState } from '../../router/query-state.js'
import { memoryColumns } from './memory-columns.js'
import { MemoryDrawer } from './memory-drawer.js'

const REFRESH = { kinds: ['record.memory'] }
const FILTERS = ['q', 'owner'] as const

/** What people said that holds beyond a session, and what turns left behind. */
export function MemoryPage() {
  const [filters, change] = useQueryState(FILTERS)
  const entries = usePages('GET /memory', { query: filters }, ({ id }) => id, REFRESH)
  const [{ entry }, open] = useQueryState(['entry'])
  const isFiltered = FILTERS.some((name) => filters[name] !== '')
  return (
    <Page
      title="Memory"
      lead="What you said that also applies to later sessions, in your words. It is recalled at prompts that it is relevant to; an agent's words only if you pinned them."
    >
      <FilterBar summary={shownCount(entries, 'entry', 'entries')}>
        <SearchField label="Words" value={filters.q} onChange={(q) => change({ q })} />
        <SelectField
          label="Whose"
          value={filters.owner}
          options={OWNERS}
          onChange={(owner) => change({ owner })}
        />
      </FilterBar>
      <Listing
        label="Memory"
        pages={entries}
        columns={memoryColumns(entries.reload)}
        idOf={({ id }) => id}
        onOpen={({ id, said, text }) => ({ name: said ?? text, open: () => open({ entry: id }) })}
        empty={
          isFiltered ? (
            <EmptyState title="Nothing matches these filters" />
          ) : (
            <EmptyState title="Nothing is remembered yet" command="reflect memory --help">
              When you tell an agent how things are done here (“we use pnpm”, “amounts are integer
              cents”), it is kept and recalled in later sessions of this project.
            </EmptyState>
          )
        }
      />
      <MemoryDrawer
        item={entries.items.find(({ id }) => id === entry)}
        onClose={() => open({ entry: '' })}
        onDone={entries.reload}
      />
    </Page>
  )
}

const OWNERS = [{ value: 'human', label: 'what people said' }]
