import type { SessionItem } from '../../../../src/schema/api/session.js'
import { usePages } from '../../api/pages.js'
import { useResource } from '../../api/resource.js'
import { baseName } from '../../kit/base-name.js'
import { Badge } from '../../kit/badge.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { EndingBadge, endings } from '../../kit/ending.js'
import { FilterBar, SelectField } from '../../kit/filter-bar.js'
import { formatCount } from '../../kit/format.js'
import { Listing } from '../../kit/listing.js'
import { Page } from '../../kit/page.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { shownCount } from '../../kit/shown-count.js'
import { SinceField } from '../../kit/since-field.js'
import { useSince } from '../../kit/since.js'
import { Link } from '../../router/link.js'
import { useQueryState } from '../../router/query-state.js'
import { SearchResults } from './search-results.js'

const LIVE = {}
const FILTERS = ['agent', 'project', 'ending', 'pushed', 'since'] as const

const COLUMNS: readonly Column<SessionItem>[] = [
  {
    id: 'ending',
    header: 'Ended',
    width: '92px',
    narrow: 'meta',
    cell: ({ ending }) => <EndingBadge ending={ending} />,
  },
  {
    id: 'asked',
    header: 'Asked',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: ({ asked }) => (
      <span className={asked === null ? 'text-faint' : 'said'}>
        {asked ?? 'no message was seen'}
      </span>
    ),
  },
  {
    id: 'pushes',
    header: 'Sent back',
    width: '84px',
    cell: ({ pushes }) =>
      pushes === 0 ? null : (
        <Badge tone="warn">
          <span className="md:hidden">sent back </span>
          {pushes} ×
        </Badge>
      ),
  },
  {
    id: 'project',
    header: 'Project',
    width: '132px',
    cell: ({ project }) => <span title={project ?? undefined}>{baseName(project)}</span>,
  },
  { id: 'agent', header: 'Agent', width: '108px', narrow: 'hidden', cell: ({ agent }) => agent },
  {
    id: 'turns',
    header: 'Turns',
    width: '52px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ turns }) => formatCount(turns),
  },
  {
    id: 'active',
    header: 'Last active',
    width: '96px',
    align: 'end',
    narrow: 'title',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} className="text-sm text-soft" />,
  },
]

/** What agents were asked; with words in the address, where those are found. */
export function SessionsPage() {
  const [{ q }] = useQueryState(['q'])
  return q === '' ? (
    <Page title="Sessions" lead="What agents were asked, and how it ended. Last active first.">
      <SessionList />
    </Page>
  ) : (
    <Page
      title="Search"
      tab={`“${q}”`}
      lead={
        <>
          “{q}” in what was asked, said at the end, run, changed and left open.{' '}
          <Link href="/sessions" className="text-accent underline">
            all sessions
          </Link>
        </>
      }
    >
      <SearchResults key={q} words={q} />
    </Page>
  )
}

function SessionList() {
  const [filters, change] = useQueryState(FILTERS)
  const { agent, project, ending, pushed, since } = filters
  const facets = useResource('GET /facets')
  const sessions = usePages(
    'GET /sessions',
    {
      query: {
        agent,
        project,
        ending,
        pushed: pushed === 'yes' || undefined,
        since: useSince(since),
      },
    },
    ({ id }) => id,
    LIVE,
  )
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <>
      <FilterBar summary={shownCount(sessions, 'session')}>
        <SelectField
          label="Ended"
          value={ending}
          options={Object.entries(endings).map(([value, { label }]) => ({ value, label }))}
          onChange={(value) => change({ ending: value })}
        />
        <SelectField
          label="Sent back"
          value={pushed}
          options={[{ value: 'yes', label: 'at least once' }]}
          onChange={(value) => change({ pushed: value })}
        />
        <SelectField
          label="Agent"
          value={agent}
          options={(facets.data?.agents ?? []).map((value) => ({ value }))}
          onChange={(value) => change({ agent: value })}
        />
        <SelectField
          label="Project"
          value={project}
          options={(facets.data?.projects ?? []).map((value) => ({
            value,
            label: baseName(value),
          }))}
          onChange={(value) => change({ project: value })}
        />
        <SinceField
          label="Active in"
          value={since}
          onChange={(value) => change({ since: value })}
        />
      </FilterBar>
      <Listing
        pages={sessions}
        label="Sessions"
        columns={COLUMNS}
        idOf={({ id }) => id}
        hrefOf={(session) => ({
          href: `/sessions/${encodeURIComponent(session.id)}`,
          name: `${session.asked ?? session.id}, ${endings[session.ending].label}`,
        })}
        empty={isFiltered ? <NoMatch /> : <NothingYet />}
      />
    </>
  )
}

function NoMatch() {
  return <EmptyState title="No session matches these filters." />
}

function NothingYet() {
  return (
    <EmptyState title="No session has been seen yet." command="reflect install">
      Install Reflectory for your agent, with the mode switched on (reflect init --mode solo); every
      session that it works on shows here.
    </EmptyState>
  )
}
