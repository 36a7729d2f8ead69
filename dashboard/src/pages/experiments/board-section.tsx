import type { BoardHistoryResult } from '../../../../src/schema/api/experiments.js'
import { BarChart } from '../../charts/bar-chart.js'
import { ShareIntervals } from '../../charts/share-intervals.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted } from '../../kit/format.js'
import { ExperimentPanel } from './experiment-panel.js'

const KILL_SHARE = 0.2

/** P3: can a machine see at all whether finished work was right? */
export function BoardSection({ result }: { result: BoardHistoryResult | null }) {
  const completed = result?.figures.completed ?? 0
  return (
    <ExperimentPanel
      id="board-history"
      title="P3 · Can we tell afterwards?"
      result={result}
      empty={<NoBoard />}
    >
      {completed === 0 ? <NoBoard /> : <Signals result={result!} />}
    </ExperimentPanel>
  )
}

const NoBoard = () => (
  <EmptyState
    title="There is no task board with finished tasks"
    command="reflect experiment board-history"
  >
    It reads a board in the project, such as a backlog folder of Markdown files or a list of tasks
    as JSON lines, and what its history says of them.
  </EmptyState>
)

function Signals({ result: { figures } }: { result: BoardHistoryResult }) {
  const { tasks, completed, days, format, daysToReopen } = figures
  const reopened = daysToReopen.reduce((sum, { n }) => sum + n, 0)
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="mb-2 text-soft">
          {format === 'sessions'
            ? `${formatCounted(completed, 'session')} ended, well or not`
            : `${formatCount(completed)} of ${formatCounted(tasks, 'task')} completed (${format})`}
          ; what was seen within {formatCount(days)} days:
        </p>
        <ShareIntervals
          title={
            format === 'sessions' ? 'Ended sessions with a signal' : 'Completed tasks with a signal'
          }
          rows={[
            { label: 'Any signal', ...figures.signalled, line: KILL_SHARE },
            { label: 'Reopened', ...figures.reopened, tone: 'bad' as const },
            { label: 'Reverted', ...figures.reverted, tone: 'bad' as const },
            { label: 'Fix linked', ...figures.fixed, tone: 'bad' as const },
            { label: 'Stated wrong', ...figures.statedWrong, tone: 'bad' as const },
            { label: 'Stated right', ...figures.statedRight, tone: 'good' as const },
          ].filter(({ n }) => n > 0)}
          note="the dashed line is the 20 % below which P3 is killed"
        />
      </div>
      {figures.reopened.n > 0 && (
        <div className="min-w-0">
          <h3 className="label mb-2">Days until it was reopened</h3>
          {reopened === 0 ? (
            <p className="text-faint">None was reopened in time.</p>
          ) : (
            <BarChart
              title="Days from completion to reopening"
              columns={['Days', 'Tasks']}
              rows={daysToReopen.map(({ upTo, n }, at) => ({
                label: spanOf(daysToReopen[at - 1]?.upTo, upTo),
                value: n,
                tone: 'bad' as const,
              }))}
            />
          )}
        </div>
      )}
    </div>
  )
}

const spanOf = (above: number | undefined, upTo: number): string =>
  above === undefined ? `up to ${formatCounted(upTo, 'day')}` : `${above} to ${upTo} days`
