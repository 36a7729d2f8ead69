import type { TaskDetail } from '../../../../src/schema/api/task.js'
import { useAction } from '../../api/action.js'
import { useResource } from '../../api/resource.js'
import { RunStrip } from '../../charts/run-strip.js'
import { BackLink } from '../../kit/back-link.js'
import { Badge } from '../../kit/badge.js'
import { Button } from '../../kit/button.js'
import { EmptyState } from '../../kit/empty-state.js'
import { Fact, Facts } from '../../kit/facts.js'
import { formatCounted, formatDuration } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { PageProps } from '../../tab.js'
import { describeSchedule } from './describe-schedule.js'
import { FindingRow } from '../../kit/finding-row.js'
import { OutcomeList } from './outcome-list.js'
import { PauseButton } from './pause-button.js'
import { pauseReason } from './pause-reason.js'
import { Streak } from './streak.js'

const REFRESH = { kinds: ['record.task', 'record.outcome', 'record.finding'] }

export function TaskPage({ params }: PageProps) {
  const id = params['id']!
  const detail = useResource('GET /tasks/{id}', { params: { id } }, REFRESH)
  const { act, isBusy } = useAction(detail.reload)
  const task = detail.data?.task
  const asked = { params: { id } }
  return (
    <Page
      title={id}
      lead={task?.content}
      above={<BackLink href="/growth">Findings and tasks</BackLink>}
      actions={
        task?.status === 'paused' ? (
          <Button
            look="strong"
            disabled={isBusy}
            onClick={() =>
              void act('POST /tasks/{id}/resume', asked, {}, `${id} runs again when it is due`)
            }
          >
            Resume
          </Button>
        ) : task === undefined || task.runner === 'reported' ? undefined : (
          <PauseButton
            id={id}
            isBusy={isBusy}
            onPause={(reason) =>
              void act(
                'POST /tasks/{id}/pause',
                asked,
                reason === '' ? {} : { reason },
                `${id} is paused`,
              )
            }
          />
        )
      }
    >
      <Loaded resource={detail}>
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="flex min-w-0 flex-col gap-4">
              <StatusPanel detail={data} />
              <PromptPanel prompt={data.task.ai_prompt} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <FindingsOf
                detail={data}
                isBusy={isBusy}
                onResolve={(finding) =>
                  void act(
                    'POST /findings/{id}/resolve',
                    { params: { id: finding } },
                    {},
                    'The finding is resolved',
                  )
                }
              />
              <Panel title="Runs" note={formatCounted(data.task.run_count, 'run')} flush>
                <OutcomeList outcomes={data.outcomes} id={id} />
              </Panel>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function StatusPanel({ detail: { task, strip, streak, nextRunAt } }: { detail: TaskDetail }) {
  return (
    <Panel title="State">
      <div className="mb-4">
        <RunStrip runs={strip} height={36} />
        {strip.length > 0 && (
          <p className="mt-1 text-xs text-faint">
            the last {formatCounted(strip.length, 'run')}, oldest first
          </p>
        )}
      </div>
      <Facts>
        <Fact name="Status">
          <Badge tone={task.status === 'paused' ? 'warn' : 'good'}>{task.status}</Badge>
        </Fact>
        {task.status === 'paused' && (
          <Fact name="Why">
            <span className="text-warn" title={task.pause_reason ?? undefined}>
              {pauseReason(task) ?? 'paused by hand'}
            </span>
          </Fact>
        )}
        <Fact name="Streak">
          <Streak streak={streak} />
        </Fact>
        <Fact name="Schedule">
          {task.schedule === null ? 'by hand' : <Schedule {...task.schedule} />}
        </Fact>
        <Fact name="Next run">
          {nextRunAt === null ? 'none planned' : <RelativeTime at={nextRunAt} />}
        </Fact>
        <Fact name="Last run">
          {task.last_run_at === null ? 'never' : <RelativeTime at={task.last_run_at} />}
        </Fact>
        <Fact name="Runner">
          <span className="measured">{task.runner}</span>
        </Fact>
        <Fact name="At most">{formatDuration(task.timeout_ms)} for one run</Fact>
      </Facts>
    </Panel>
  )
}

function Schedule({ cron, time_zone }: { cron: string; time_zone: string }) {
  const words = describeSchedule(cron)
  return (
    <>
      {words !== cron && `${words} `}
      <span className={`measured whitespace-nowrap ${words === cron ? '' : 'text-faint'}`}>
        {cron}
      </span>{' '}
      <span className="text-faint">{time_zone}</span>
    </>
  )
}

const PromptPanel = ({ prompt }: { prompt: string }) => (
  <Panel title="What the agent is asked">
    <p className="said whitespace-pre-wrap">{prompt}</p>
  </Panel>
)

function FindingsOf({ detail, isBusy, onResolve }: FindingsOfProps) {
  const { findings } = detail
  return (
    <Panel title="Findings" note={findings.length === 0 ? undefined : findings.length} flush>
      {findings.length === 0 ? (
        <EmptyState title="No rule has found anything" />
      ) : (
        <ul>
          {findings.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              isBusy={isBusy}
              onResolve={() => onResolve(finding.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface FindingsOfProps {
  detail: TaskDetail
  isBusy: boolean
  onResolve(finding: string): void
}
