import type { TaskItem } from '../../../../src/schema/api/task.js'
import { useAction } from '../../api/action.js'
import { usePages } from '../../api/pages.js'
import { Badge } from '../../kit/badge.js'
import { Button } from '../../kit/button.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SelectField } from '../../kit/filter-bar.js'
import { Listing } from '../../kit/listing.js'
import { Page } from '../../kit/page.js'
import { shownCount } from '../../kit/shown-count.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { useQueryState } from '../../router/query-state.js'
import { describeSchedule } from './describe-schedule.js'
import { FindingsPanel } from './findings-panel.js'
import { RunStrip } from '../../charts/run-strip.js'
import { pauseReason } from './pause-reason.js'
import { Streak } from './streak.js'

const REFRESH = { kinds: ['record.task', 'record.outcome', 'record.finding'] }

export function TasksPage() {
  const [{ status }, change] = useQueryState(['status'])
  const tasks = usePages('GET /tasks', { query: { status } }, ({ task }) => task.id, REFRESH)
  const { act, isBusy } = useAction(tasks.reload)
  const resume = (id: string) =>
    void act('POST /tasks/{id}/resume', { params: { id } }, {}, `${id} runs again when it is due`)
  return (
    <Page
      title="Findings and tasks"
      lead="Recurring work: when it runs, how it ended, what the rules found, and why something was paused."
    >
      <FindingsPanel />
      <section aria-label="Tasks" className="mt-6">
        <FilterBar summary={shownCount(tasks, 'task')}>
          <SelectField
            label="Status"
            value={status}
            options={[{ value: 'active' }, { value: 'paused' }]}
            onChange={(value) => change({ status: value })}
          />
        </FilterBar>
        <Listing
          label="Tasks"
          pages={tasks}
          columns={columns(resume, isBusy)}
          idOf={({ task }) => task.id}
          hrefOf={({ task }) => ({
            href: `/growth/tasks/${encodeURIComponent(task.id)}`,
            name: `Task ${task.id}`,
          })}
          empty={
            status === '' ? (
              <EmptyState
                title="No task is set up"
                command='reflect tasks add report --prompt "Sum up the orders" --cron "0 9 * * 1-5"'
              >
                A task is work that an agent does again and again. What keeps failing is found,
                paused and explained here.
              </EmptyState>
            ) : (
              <EmptyState title={`No task is ${status}`} />
            )
          }
        />
      </section>
    </Page>
  )
}

const columns = (resume: (id: string) => void, isBusy: boolean): Column<TaskItem>[] => [
  {
    id: 'task',
    header: 'Task',
    width: 'minmax(0, 5fr)',
    narrow: 'title',
    cell: ({ task }) => (
      <>
        <span className="font-semibold">{task.id}</span>{' '}
        <span className="text-soft">{task.content}</span>
      </>
    ),
  },
  {
    id: 'runs',
    header: 'Last runs',
    width: '172px',
    cell: ({ task, strip }) => (
      <span data-wide={isPaused(task)}>
        <RunStrip runs={strip} />
      </span>
    ),
  },
  {
    id: 'streak',
    header: 'Streak',
    width: '104px',
    cell: ({ task, streak }) => (
      <span data-whole data-wide={isPaused(task)}>
        <Streak streak={streak} />
      </span>
    ),
  },
  {
    id: 'when',
    header: 'Schedule, or why it is paused',
    width: 'minmax(0, 5fr)',
    cell: (item) => <When item={item} />,
  },
  {
    id: 'action',
    header: 'Next',
    width: '112px',
    align: 'end',
    narrow: 'title',
    cell: ({ task, nextRunAt }) =>
      task.status === 'paused' ? (
        <span className="relative z-10">
          <Button
            disabled={isBusy}
            onClick={() => resume(task.id)}
            aria-label={`Resume ${task.id}`}
          >
            Resume
          </Button>
        </span>
      ) : nextRunAt === null ? (
        <span className="text-faint">by hand</span>
      ) : (
        <RelativeTime at={nextRunAt} className="text-soft" />
      ),
  },
]

/** On a narrow screen the reason of a pause takes the whole line. */
const isPaused = ({ status }: TaskItem['task']): true | undefined =>
  status === 'paused' || undefined

function When({ item: { task } }: { item: TaskItem }) {
  if (task.status === 'paused') {
    return (
      <span title={task.pause_reason ?? undefined}>
        <Badge tone="warn">paused</Badge>{' '}
        <span className="text-warn">{pauseReason(task) ?? 'by hand'}</span>
      </span>
    )
  }
  if (task.schedule === null) return <span className="text-faint">no schedule</span>
  return (
    <span className="text-soft" title={`${task.schedule.cron} (${task.schedule.time_zone})`}>
      {describeSchedule(task.schedule.cron)}
    </span>
  )
}
