import type { Finding } from '../../../../src/schema/finding.js'
import { useProjects } from '../../api/projects.js'
import { useAction } from '../../api/action.js'
import { usePages } from '../../api/pages.js'
import { Button } from '../../kit/button.js'
import { codeWords } from '../../kit/code-words.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCounted } from '../../kit/format.js'
import { Waiting } from '../../kit/loaded.js'
import { Panel } from '../../kit/panel.js'
import { ProblemState } from '../../kit/problem-state.js'
import { Segments } from '../../kit/segments.js'
import { Link } from '../../router/link.js'
import { useQueryState } from '../../router/query-state.js'
import { FindingRow } from '../../kit/finding-row.js'

const REFRESH = { kinds: ['record.finding'] }
const SHOWN = ['open', 'resolved', 'all'].map((value) => ({ value, label: value }))
const idOf = ({ id }: Finding): string => id

/** What the rules of the cycle say, open ones first; resolving one is a person's word. */
export function FindingsPanel() {
  const [{ findings: wanted }, change] = useQueryState(['findings'])
  const query = { state: wanted === 'all' ? '' : wanted || 'open', limit: 5 }
  const findings = usePages('GET /findings', { query }, idOf, REFRESH)
  const { act, isBusy } = useAction(findings.reload)
  const { items, problem, isLoading, hasMore, isLoadingMore, loadMore, reload } = findings
  return (
    <Panel
      title="Findings"
      note={items.length > 0 && !hasMore ? formatCounted(items.length, 'finding') : undefined}
      aside={
        <Segments
          label="Which findings"
          value={wanted || 'open'}
          options={SHOWN}
          onChange={(value) => change({ findings: value === 'open' ? '' : value })}
        />
      }
      flush
    >
      {problem !== undefined && (
        <div className="p-4">
          <ProblemState problem={problem} onRetry={reload} />
        </div>
      )}
      {isLoading && items.length === 0 && problem === undefined && <Waiting />}
      {!isLoading && items.length === 0 && problem === undefined && <NoFindings wanted={wanted} />}
      <ul className={isLoading ? 'opacity-60' : ''}>
        {items.map((finding) => (
          <FindingRow
            key={finding.id}
            finding={finding}
            isBusy={isBusy}
            onResolve={() =>
              void act(
                'POST /findings/{id}/resolve',
                { params: { id: finding.id } },
                {},
                `Resolved: ${codeWords(finding.rule)} on ${finding.subject_id}`,
              )
            }
          />
        ))}
      </ul>
      {hasMore && (
        <p className="border-t border-line p-2 text-center">
          <Button look="quiet" onClick={loadMore} disabled={isLoadingMore}>
            Show more findings
          </Button>
        </p>
      )}
    </Panel>
  )
}

function NoFindings({ wanted }: { wanted: string }) {
  const { current } = useProjects()
  if (wanted === 'resolved') return <EmptyState title="Nothing was resolved yet" />
  if (current?.isImported === true) {
    return (
      <EmptyState title="The rules don't look at imported sessions">
        What failed in them again and again is under{' '}
        <Link href="/checks" className="text-accent underline">
          Checks
        </Link>
        .
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing keeps going wrong" command="reflect cycle">
      Rules look at sessions, tasks and skills; what fails again and again is listed here.
    </EmptyState>
  )
}
