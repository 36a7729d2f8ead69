import { useResource } from '../../api/resource.js'
import { EmptyState } from '../../kit/empty-state.js'
import { SelectField } from '../../kit/filter-bar.js'
import { formatCount, formatCounted, formatScore, formatShare } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Stat, Stats } from '../../kit/stat.js'
import { useQueryState } from '../../router/query-state.js'
import type { RiskOverview } from '../../../../src/schema/api/run.js'
import { DeclaredPanel } from './declared-panel.js'
import { GatingPanel } from './gating-panel.js'
import { ReviewSection } from './review-section.js'
import { RunsSection } from './runs-section.js'
import { ScorePanel } from './score-panel.js'
import { SurfacePanel } from './surface-panel.js'

const REFRESH = { kinds: ['record.run', 'record.outcome', 'record.session_outcome'] }
const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'a year' },
]

export function ReviewsPage() {
  const [{ days }, change] = useQueryState(['days'])
  const risk = useResource('GET /risk', { query: { days } }, REFRESH)
  return (
    <Page
      title="Reviews"
      lead="Runs by risk, each with its reason: computed from the files, against what the agent itself declared. A floor for review, never a permission."
      actions={
        <SelectField
          label="Span"
          value={days === '90' ? '' : days}
          any="90 days"
          options={SPANS}
          onChange={(value) => change({ days: value })}
        />
      }
    >
      <Loaded resource={risk}>
        {(data) =>
          data.runs === 0 ? (
            <NoRuns days={data.days} />
          ) : (
            <>
              <ReviewSection days={days} />
              <Figures risk={data} days={days} />
              <RunsSection days={data.days} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const NoRuns = ({ days }: { days: number }) => (
  <div className="mb-6 rounded-md border border-line bg-raised">
    <EmptyState title={`No run in the last ${formatCount(days)} days`} command="reflect install">
      A run is recorded whenever an agent with our hook stops. Install the hook, or rate the working
      tree as it is: <code className="measured">reflect risk</code>.
    </EmptyState>
  </div>
)

function Figures({ risk, days }: { risk: RiskOverview; days: string }) {
  const rowsOf = (filter: string) => `/reviews?${days === '' ? '' : `days=${days}&`}${filter}#runs`
  const { runs, needsReview, threshold, declared } = risk
  const spoke = runs - declared.none
  return (
    <>
      <Stats>
        <Stat
          label="Runs"
          href={rowsOf('')}
          value={formatCount(runs)}
          unit={runs === 1 ? 'run' : 'runs'}
          note={`in the last ${formatCount(risk.days)} days`}
        />
        <Stat
          label="Need review"
          href={rowsOf('needsReview=true')}
          value={formatCount(needsReview)}
          unit={`of ${formatCount(runs)}`}
          note={`${formatShare(needsReview / runs)}; from a score of ${formatScore(threshold)} on, or by size`}
          tone="warn"
        />
        <Stat
          label="Declared lower"
          href={rowsOf('declared=declared_lower')}
          value={formatCount(declared.declared_lower)}
          unit={declared.declared_lower === 1 ? 'run' : 'runs'}
          note="the agent pointed at less than the files say"
          {...(declared.declared_lower > 0 && { tone: 'bad' as const })}
        />
        <Stat
          label="Self-reports"
          value={formatShare(spoke / runs)}
          note={`${formatCounted(spoke, 'run')} came with the agent's own word`}
        />
      </Stats>
      <div className="my-5 grid gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SurfacePanel surfaces={risk.surfaces} rowsOf={rowsOf} />
          <DeclaredPanel declared={declared} rowsOf={rowsOf} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ScorePanel scores={risk.scores} threshold={threshold} />
          <GatingPanel gating={risk.gating} />
        </div>
      </div>
    </>
  )
}
