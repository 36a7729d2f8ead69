import type { ProjectItem } from '../../../../src/schema/api/project.js'
import { formatCounted, formatShare } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'

type Figures = NonNullable<ProjectItem['figures']>

/** One project, with ways into it. */
export function ProjectPanel({ item }: { item: ProjectItem }) {
  const { name, root, lastActiveAt, problem, figures } = item
  return (
    <Panel
      title={name}
      {...(root === null
        ? {}
        : { note: <span className="measured text-xs break-all">{root}</span> })}
      aside={lastActiveAt === null ? 'never active' : <RelativeTime at={lastActiveAt} />}
      className="h-full"
    >
      {figures === null ? (
        <p className="text-soft">{problem}</p>
      ) : (
        <Filled base={`/p/${item.id}`} figures={figures} />
      )}
    </Panel>
  )
}

function Filled({ base, figures }: { base: string; figures: Figures }) {
  const { waits, failing, keepFailing, judged, premature, rate, days, sessions } = figures
  const waiting = [
    { count: waits.sessions, words: 'session', place: '/sessions?ending=needs_person' },
    { count: waits.reviews, words: 'run to review', many: 'runs to review', place: '/reviews' },
    { count: waits.findings, words: 'open finding', place: '/growth' },
    { count: waits.skillChanges, words: 'proposed skill change', place: '/growth/skills' },
    { count: waits.pausedTasks, words: 'paused task', place: '/growth' },
  ].filter(({ count }) => count > 0)
  return (
    <div className="grid gap-3">
      <p>
        {formatCounted(sessions, 'session')} in {days} days.{' '}
        {judged === 0
          ? 'No stop was judged.'
          : `${formatCounted(premature, 'premature stop')} of ${formatCounted(judged, 'judged one')} (${formatShare(rate)}).`}
      </p>
      <div>
        <h3 className="label">Waits for you</h3>
        {waiting.length === 0 ? (
          <p className="text-soft">Nothing.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {waiting.map(({ count, words, many, place }) => (
              <li key={words}>
                <a href={base + place} className="text-accent underline">
                  {formatCounted(count, words, many)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {failing.length > 0 && (
        <div>
          <h3 className="label">Keeps failing</h3>
          <ul className="grid gap-1">
            {failing.map(({ id, detail, openedAt }) => (
              <li key={id} className="text-soft">
                {detail} <RelativeTime at={openedAt} className="text-faint" />
              </li>
            ))}
            {keepFailing > failing.length && (
              <li className="text-faint">and {keepFailing - failing.length} more</li>
            )}
          </ul>
        </div>
      )}
      <p>
        <a href={`${base}/`} className="text-accent underline">
          Open the project
        </a>
      </p>
    </div>
  )
}
