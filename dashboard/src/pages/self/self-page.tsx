import type { SelfModel } from '../../../../src/schema/api/self.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'
import { groupLines } from './group-lines.js'
import { LineActions } from './line-actions.js'

/** What is measured about the agents of this project. */
export function SelfPage() {
  const model = useResource('GET /self')
  return (
    <Page
      title="Self-model"
      lead="Measured facts about this agent in this project. Every line rests on 20 cases or more and states its 95 % interval. What you pin, correct or delete wins."
    >
      <Loaded resource={model}>
        {({ lines, changes }) => (
          <div className="flex flex-col gap-4">
            {lines.length === 0 ? (
              <EmptyState title="Nothing is measured yet" command="reflect self">
                A line needs 20 cases, such as sessions whose end is known.
              </EmptyState>
            ) : (
              groupLines(lines).map((group) => (
                <Panel key={group.title} title={group.title} flush>
                  <ul>
                    {group.lines.map((line) => (
                      <Line key={line.id} line={line} onDone={model.reload} />
                    ))}
                  </ul>
                </Panel>
              ))
            )}
            <Changes changes={changes} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Line({ line, onDone }: { line: SelfModel['lines'][number]; onDone: () => void }) {
  const { about, statement, correction, n, since, pinned } = line
  const lesson = about.startsWith('lesson:') ? about.slice('lesson:'.length) : null
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 max-md:basis-full md:flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span title={about}>{correction ?? statement}</span>
          {correction !== null && <Badge tone="good">your words</Badge>}
          {pinned && <Badge tone="good">pinned</Badge>}
        </p>
        <p className="mt-0.5 text-xs text-faint">
          {formatCounted(n, 'case')}, the first <RelativeTime at={since} />
          {lesson !== null && (
            <>
              {' · '}
              <Link
                href={`/checks/lessons/${encodeURIComponent(lesson)}`}
                className="text-accent underline"
              >
                the lesson
              </Link>
            </>
          )}
          {correction !== null && <> · measured: {statement}</>}
        </p>
      </div>
      <LineActions line={line} onDone={onDone} />
    </li>
  )
}

/** Lines that say something else than before; a line that is new stands above already. */
function Changes({ changes }: { changes: SelfModel['changes'] }) {
  const changed = changes.filter(({ before }) => before !== null)
  if (changed.length === 0) return null
  return (
    <Panel title="What changed in 30 days" flush>
      <ul>
        {changed.map(({ id, before, after }) => (
          <li key={id} className="border-t border-line px-4 py-2 text-sm first:border-t-0">
            <p className="text-faint line-through">{before}</p>
            {after !== null && <p>{after}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
