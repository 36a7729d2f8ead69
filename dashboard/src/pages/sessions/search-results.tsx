import { useEffect, useState } from 'react'
import type { SearchItem, SearchPage } from '../../../../src/schema/api/search.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { baseName } from '../../kit/base-name.js'
import { Button } from '../../kit/button.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { formatCount, formatCounted } from '../../kit/format.js'
import { FIELD, Labelled } from '../../kit/labelled.js'
import { Loaded } from '../../kit/loaded.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'
import { useQueryState } from '../../router/query-state.js'

const STEP = 20
const MOST = 200
const FILLING_MS = 1000

const KINDS: Readonly<Record<SearchItem['kind'], string>> = {
  request: 'asked',
  closing: 'said at the end',
  command: 'ran',
  file: 'changed',
  point: 'stood open',
}
const VERDICTS = [
  { value: 'done', label: 'done' },
  { value: 'not_done', label: 'not done' },
  { value: 'needs_person', label: 'needs you' },
  { value: 'unproven', label: 'unproven' },
]

/** Texts of all sessions that have the words, best first. */
export function SearchResults({ words }: { words: string }) {
  const [filters, change] = useQueryState(['kind', 'agent', 'project', 'day', 'file', 'verdict'])
  const facets = useResource('GET /facets')
  const [limit, setLimit] = useState(STEP)
  const found = useResource('GET /search', { query: { q: words, ...filters, limit } })
  const { data, reload } = found
  useEffect(() => {
    if (data === undefined || data.pending === 0) return undefined
    const timer = setTimeout(reload, FILLING_MS)
    return () => clearTimeout(timer)
  }, [data, reload])
  return (
    <>
      <FilterBar>
        <SelectField
          label="Where"
          value={filters.kind}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(kind) => change({ kind })}
        />
        <SelectField
          label="Agent"
          value={filters.agent}
          options={(facets.data?.agents ?? []).map((value) => ({ value }))}
          onChange={(agent) => change({ agent })}
        />
        <SelectField
          label="Project"
          value={filters.project}
          options={(facets.data?.projects ?? []).map((value) => ({
            value,
            label: baseName(value),
          }))}
          onChange={(project) => change({ project })}
        />
        <SelectField
          label="Judged"
          value={filters.verdict}
          options={VERDICTS}
          onChange={(verdict) => change({ verdict })}
        />
        <Labelled label="Day (UTC)">
          {(id) => (
            <input
              id={id}
              type="date"
              value={filters.day}
              onChange={(event) => change({ day: event.target.value })}
              className={FIELD}
            />
          )}
        </Labelled>
        <SearchField
          label="Changed file"
          value={filters.file}
          placeholder="src/app.ts"
          onChange={(file) => change({ file })}
        />
      </FilterBar>
      <Loaded resource={found}>
        {(page) => (
          <Hits
            page={page}
            onMore={limit < MOST ? () => setLimit((before) => before + STEP) : undefined}
          />
        )}
      </Loaded>
    </>
  )
}

function Hits({ page, onMore }: { page: SearchPage; onMore: (() => void) | undefined }) {
  const { items, next, pending } = page
  return (
    <>
      <p role="status" className="mb-2 text-sm text-faint">
        {pending > 0 && `The log is being read: ${formatCounted(pending, 'line')} to go. `}
        {summaryOf(page)}
      </p>
      <div className="rounded-md border border-line bg-raised">
        {items.length === 0 ? (
          <EmptyState title={pending > 0 ? 'Nothing so far.' : 'No session has these words.'}>
            All words have to be in one text. “Two words” in quotes stand together; a star at the
            end of a word matches its beginning.
          </EmptyState>
        ) : (
          <ol aria-label="Found">
            {items.map((item) => (
              <Hit key={item.id} item={item} />
            ))}
          </ol>
        )}
      </div>
      {next !== null && onMore !== undefined && (
        <p className="mt-3 text-center">
          <Button onClick={onMore}>Show more</Button>
        </p>
      )}
    </>
  )
}

function summaryOf({ items, matches, isCapped }: SearchPage): string {
  if (items.length === 0) return ''
  return isCapped
    ? `More than ${formatCount(matches)} texts have these words: the newest are shown first.`
    : `${formatCounted(matches, 'text')} with these words, best first.`
}

function Hit({ item }: { item: SearchItem }) {
  const { kind, snippet, at, agent, project, asked, sessionId } = item
  return (
    <li className="covered border-t border-line px-4 py-2.5 first:border-t-0 focus-within:bg-accent-wash hover:bg-sunken">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge>{KINDS[kind]}</Badge>
        <Link
          href={`/sessions/${encodeURIComponent(sessionId ?? '')}`}
          data-cover
          className={`min-w-0 flex-1 after:absolute after:inset-0 ${kind === 'request' || kind === 'closing' ? 'said' : 'measured'}`}
        >
          {snippet.map((part, place) =>
            place % 2 === 1 ? (
              <mark key={place} className="bg-accent-wash font-semibold text-ink">
                {part}
              </mark>
            ) : (
              <span key={place}>{part}</span>
            ),
          )}
        </Link>
        <RelativeTime at={at} className="shrink-0 text-sm text-faint" />
      </p>
      <p className="mt-0.5 truncate text-sm text-soft">
        {kind !== 'request' && asked !== null && <span className="said">{asked} · </span>}
        {agent} {project !== null && `in ${baseName(project)}`}
      </p>
    </li>
  )
}
