import type { RunItem } from '../../../../src/schema/api/run.js'
import { usePages } from '../../api/pages.js'
import { Badge } from '../../kit/badge.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SelectField } from '../../kit/filter-bar.js'
import { formatCounted, formatScore } from '../../kit/format.js'
import { Listing } from '../../kit/listing.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { useSince } from '../../kit/since.js'
import { useQueryState } from '../../router/query-state.js'
import { DECLARED, declaredOf, SURFACES } from './run-words.js'
import { RunDrawer } from './run-drawer.js'

const REFRESH = { kinds: ['record.run'] }

/** The runs themselves, newest first. */
export function RunsSection({ days }: { days: number }) {
  const [{ surface, needsReview, declared, run }, change] = useQueryState([
    'surface',
    'needsReview',
    'declared',
    'run',
  ])
  const since = useSince(`${days}d`)
  const query = { surface, needsReview, declared, since }
  const runs = usePages('GET /runs', { query }, ({ id }) => id, REFRESH)
  return (
    <section aria-label="Runs" id="runs" className="scroll-mt-4">
      <FilterBar>
        <SelectField
          label="Surface"
          value={surface}
          options={SURFACES.map((value) => ({ value }))}
          onChange={(value) => change({ surface: value })}
        />
        <SelectField
          label="Review"
          value={needsReview}
          options={REVIEW}
          onChange={(value) => change({ needsReview: value })}
        />
        <SelectField
          label="Agent's own word"
          value={declared}
          options={Object.entries(DECLARED).map(([value, { words }]) => ({ value, label: words }))}
          onChange={(value) => change({ declared: value })}
        />
      </FilterBar>
      <Listing
        label="Runs"
        pages={runs}
        columns={COLUMNS}
        idOf={({ id }) => id}
        onOpen={({ id, record }) => ({
          name: `Run ${record.task_ref} of ${record.session_id}`,
          open: () => change({ run: id }),
        })}
        empty={<EmptyState title="No run matches these filters" />}
      />
      <RunDrawer id={run} onClose={() => change({ run: '' })} />
    </section>
  )
}

const REVIEW = [
  { value: 'true', label: 'needs review' },
  { value: 'false', label: 'needs none' },
]

const COLUMNS: readonly Column<RunItem>[] = [
  {
    id: 'score',
    header: 'Score',
    width: '56px',
    narrow: 'meta',
    cell: ({ record: { risk } }) => (
      <span className={`measured ${risk.needs_review ? 'font-semibold text-warn' : 'text-soft'}`}>
        {formatScore(risk.score)}
      </span>
    ),
  },
  {
    id: 'surface',
    header: 'Surface',
    width: '72px',
    cell: ({ record: { risk } }) => (
      <Badge tone={risk.needs_review ? 'warn' : 'plain'}>{risk.surface}</Badge>
    ),
  },
  {
    id: 'what',
    header: 'Run',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: ({ record, weakened_checks: weakened = [] }) => (
      <>
        <span>{record.task_ref}</span>{' '}
        {weakened.length > 0 && <Badge tone="warn">weakened checks</Badge>}{' '}
        <span className="measured text-faint" title={record.files_changed.join('\n')}>
          {describeFiles(record.files_changed)}
        </span>
      </>
    ),
  },
  {
    id: 'declared',
    header: "Agent's own word",
    width: '132px',
    cell: (run) => {
      const declared = declaredOf(run)
      return declared === 'none' ? (
        <span className="text-faint max-md:hidden">said nothing</span>
      ) : (
        <Badge tone={DECLARED[declared].tone} title={run.record.most_likely_wrong?.description}>
          {DECLARED[declared].words}
        </Badge>
      )
    },
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '110px',
    narrow: 'hidden',
    cell: ({ record }) => <span className="text-soft">{record.agent}</span>,
  },
  {
    id: 'outcome',
    header: 'Ended',
    width: '92px',
    narrow: 'hidden',
    cell: ({ outcome }) =>
      outcome === null ? (
        <span className="text-faint">unknown</span>
      ) : (
        <Badge tone={outcome === 'completed' ? 'good' : 'bad'}>{outcome}</Badge>
      ),
  },
  {
    id: 'at',
    header: 'When',
    width: '88px',
    align: 'end',
    narrow: 'title',
    cell: ({ record }) => <RelativeTime at={record.timestamp} className="text-soft" />,
  },
]

function describeFiles(files: readonly string[]): string {
  if (files.length === 0) return 'no files'
  return files.length === 1
    ? files[0]!
    : `${files[0]} and ${formatCounted(files.length - 1, 'more', 'more')}`
}
