import type { Overview } from '../../../../src/schema/api/overview.js'
import { useResource } from '../../api/resource.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Segments } from '../../kit/segments.js'
import { useQueryState } from '../../router/query-state.js'
import { FirstSteps } from './first-steps.js'
import { FindingsPanel } from './findings-panel.js'
import { GatesPanel } from './gates-panel.js'
import { LiveFeed } from './live-feed.js'
import { OutcomesPanel } from './outcomes-panel.js'
import { PushesPanel } from './pushes-panel.js'
import { ReviewPanel } from './review-panel.js'
import { Summary } from './summary.js'
import { TrendPanel } from './trend-panel.js'

const LIVE = { kinds: ['record.', 'guard.'], everyMs: 3000 }
const DAYS = ['7', '30', '90'] as const

/** Is it worth it? What was judged and pushed back, how that ended, and what waits for a person. */
export function OverviewPage() {
  const [{ days }, change] = useQueryState(['days'])
  const chosen = DAYS.find((option) => option === days) ?? '30'
  const overview = useResource('GET /overview', { query: { days: Number(chosen) } }, LIVE)
  return (
    <Page
      title="Overview"
      lead="Is it worth it? What was judged, what was sent back, and how that ended."
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
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="lg:col-span-2">
        <Summary data={data} />
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <TrendPanel data={data} />
        <OutcomesPanel data={data} />
        <PushesPanel data={data} />
        <ReviewPanel data={data} />
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <LiveFeed />
        <FindingsPanel data={data} />
        <GatesPanel data={data} />
      </div>
    </div>
  )
}
