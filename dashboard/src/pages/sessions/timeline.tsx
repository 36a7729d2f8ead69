import { usePages } from '../../api/pages.js'
import { Button } from '../../kit/button.js'
import { formatCounted } from '../../kit/format.js'
import { Waiting } from '../../kit/loaded.js'
import { Panel } from '../../kit/panel.js'
import { ProblemState } from '../../kit/problem-state.js'
import { Segments } from '../../kit/segments.js'
import { useQueryState } from '../../router/query-state.js'
import { isKey } from './entry-looks.js'
import { TimelineEntryRow } from './timeline-entry.js'

const PAGE = 200
const MANY = 150

/** All that happened, oldest first. New entries come at the end while the session goes on. */
export function Timeline({ sessionId, project, turn }: TimelineProps) {
  const [{ show }, change] = useQueryState(['show'])
  const pages = usePages(
    'GET /sessions/{id}/timeline',
    { params: { id: sessionId }, query: { turn, limit: PAGE } },
    ({ id }) => id,
    { session: sessionId },
    'end',
  )
  const { items, problem, isLoading, hasMore, isLoadingMore, loadMore, reload } = pages
  const shown = show === 'key' ? items.filter(isKey) : items
  return (
    <Panel
      title="Timeline"
      note={isLoading ? '' : formatCounted(shown.length, 'entry', 'entries')}
      flush
      className="self-start"
      aside={
        <Segments
          label="How much to show"
          value={show === 'key' ? 'key' : 'all'}
          options={[
            { value: 'all', label: 'everything' },
            { value: 'key', label: 'key moments' },
          ]}
          onChange={(value) => change({ show: value === 'key' ? 'key' : '' })}
        />
      }
    >
      {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
      {isLoading && <Waiting />}
      {!isLoading && items.length === 0 && problem === undefined && (
        <p className="px-4 py-6 text-center text-soft">Nothing was recorded for this turn.</p>
      )}
      <ol aria-label="What happened, oldest first" className="py-2">
        {shown.map((entry) => (
          <TimelineEntryRow
            project={project}
            key={entry.id}
            entry={entry}
            isOfMany={shown.length > MANY}
          />
        ))}
      </ol>
      {hasMore && (
        <p className="border-t border-line p-3 text-center">
          <Button onClick={loadMore} disabled={isLoadingMore}>
            {isLoadingMore ? 'Loading …' : 'Show what came after'}
          </Button>
        </p>
      )}
    </Panel>
  )
}

interface TimelineProps {
  sessionId: string
  project: string | null
  /** null: all turns. */
  turn: number | null
}
