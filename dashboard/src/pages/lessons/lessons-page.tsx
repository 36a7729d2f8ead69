import { usePages } from '../../api/pages.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { Listing } from '../../kit/listing.js'
import { Page } from '../../kit/page.js'
import { useQueryState } from '../../router/query-state.js'
import { LESSON_COLUMNS } from './lesson-columns.js'
import { CATEGORIES, SOURCES } from './lesson-words.js'
import { LessonsSummary } from './lessons-summary.js'

const REFRESH = { kinds: ['record.lesson', 'record.exposure'] }
const FILTERS = ['q', 'state', 'madeBy', 'category', 'pinned', 'sort'] as const

export function LessonsPage() {
  const [filters, change] = useQueryState(FILTERS)
  const lessons = usePages('GET /lessons', { query: filters }, ({ id }) => id, REFRESH)
  const isFiltered = FILTERS.some((name) => name !== 'sort' && filters[name] !== '')
  return (
    <Page
      title="Lessons"
      lead="What failed attempts taught, and whether showing it helps: success with the lesson minus success of attempts that it was held out from."
    >
      <LessonsSummary />
      <FilterBar>
        <SearchField label="Words" value={filters.q} onChange={(q) => change({ q })} />
        <SelectField
          label="State"
          value={filters.state}
          options={STATES}
          onChange={(state) => change({ state })}
        />
        <SelectField
          label="Made by"
          value={filters.madeBy}
          options={toOptions(SOURCES)}
          onChange={(madeBy) => change({ madeBy })}
        />
        <SelectField
          label="Kind"
          value={filters.category}
          options={toOptions(CATEGORIES)}
          onChange={(category) => change({ category })}
        />
        <SelectField
          label="Pinned"
          value={filters.pinned}
          options={PINNED}
          onChange={(pinned) => change({ pinned })}
        />
        <SelectField
          label="Order"
          value={filters.sort}
          any="newest first"
          options={ORDERS}
          onChange={(sort) => change({ sort })}
        />
      </FilterBar>
      <p className="mb-2 text-xs text-faint max-md:hidden">
        <span className="text-accent">◆</span> pinned · <span className="text-warn">!</span> made
        from foreign text, or about passing circumstances and never shown
      </p>
      <Listing
        label="Lessons"
        pages={lessons}
        columns={LESSON_COLUMNS}
        idOf={({ id }) => id}
        hrefOf={({ id, summary }) => ({
          href: `/checks/lessons/${encodeURIComponent(id)}`,
          name: `Lesson: ${summary}`,
        })}
        empty={
          isFiltered ? (
            <EmptyState title="No lesson matches these filters" />
          ) : (
            <EmptyState title="Nothing learned yet" command="reflect demo --scene failure">
              When an attempt fails its tests or its claim is contradicted, what should be done
              differently becomes a lesson, and the next attempt is shown it. The demo plays that
              through.
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

const toOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const STATES = ['active', 'quarantined', 'retired', 'superseded'].map((value) => ({ value }))
const PINNED = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]
const ORDERS = [
  { value: 'exposures', label: 'most shown first' },
  { value: 'lift', label: 'largest lift first' },
]
