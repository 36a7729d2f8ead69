import type { Overview } from '../../../../src/schema/api/overview.js'
import { useResource } from '../../api/resource.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Segments } from '../../kit/segments.js'
import { useQueryState } from '../../router/query-state.js'
import { AgentCostPanel } from './agent-cost-panel.js'
import { EarlyPanel } from './early-panel.js'
import { FirstSteps } from './first-steps.js'
import { FindingsPanel } from './findings-panel.js'
import { GatesPanel } from './gates-panel.js'
import { ImportedNote } from './imported-note.js'
import { LiveFeed } from './live-feed.js'
import { OutcomesPanel } from './outcomes-panel.js'
import { PushesPanel } from './pushes-panel.js'
import { ReviewPanel } from './review-panel.js'
import { Summary } from './summary.js'
import { WaitsPanel } from './waits-panel.js'
import { TrendPanel } from './trend-panel.js'

const LIVE = { kinds: ['record.', 'guard.'], everyMs: 3000 }
const DAYS = ['7', '30', '90'] as const

/** What waits for a person, what needs a look, and whether it is worth it. */
export function TodayPage() {
  const [{ days }, change] = useQueryState(['days'])
  const chosen = DAYS.find((option) => option === days) ?? '30'
  const overview = useResource('GET /overview', { query: { days: Number(chosen) } }, LIVE)
  return (
    <Page
      title="Today"
      lead="What waits for you, what needs a look, and what it comes to."
      actions={
        <Segments
          label="Days to look at"
          value={chosen}
          options={DAYS.map((value) => ({ value, label: `${value} days` }))}
          onChange={(value) => change({ days: value === '30' ? '' : value })}
        />
      }
    >
      <Loaded resource={overview}>
        {(data) => (isEmpty(data) ? <FirstSteps /> : <Filled data={data} />)}
      </Loaded>
    </Page>
  )
}

const isEmpty = ({ totals }: Overview): boolean => totals.events === 0

function Filled({ data }: { data: Overview }) {
  return (
    <div className="grid gap-5">
      {data.isImported && <ImportedNote />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-5">
          <WaitsPanel data={data} />
          {data.isImported ? (
            <EarlyPanel data={data} />
          ) : (
            <>
              <ReviewPanel data={data} />
              <FindingsPanel data={data} />
            </>
          )}
        </div>
        <div className="grid min-w-0 gap-5">
          <LiveFeed />
          <OutcomesPanel data={data} />
          {!data.isImported && <PushesPanel data={data} />}
        </div>
      </div>
      <Summary data={data} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TrendPanel data={data} />
        <div className="grid min-w-0 gap-5">
          <AgentCostPanel data={data} />
          {!data.isImported && <GatesPanel data={data} />}
        </div>
      </div>
    </div>
  )
}
