import glossary from '../../../../GLOSSARY.md?raw'
import { CodeText } from '../../kit/code-text.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField } from '../../kit/filter-bar.js'
import { formatCounted } from '../../kit/format.js'
import { Page } from '../../kit/page.js'
import { useQueryState } from '../../router/query-state.js'
import { readGlossary } from './read-glossary.js'

const WORDS = readGlossary(glossary)

/** The project's glossary, where the words are met. */
export function WordsPage() {
  const [{ q }, change] = useQueryState(['q'])
  const wanted = q.toLowerCase()
  const found = WORDS.filter(({ word, means }) => `${word} ${means}`.toLowerCase().includes(wanted))
  return (
    <Page
      title="Words"
      lead="What the words on these pages mean. Each means one thing, here, on the command line and in the docs."
    >
      <FilterBar summary={formatCounted(found.length, 'word')}>
        <SearchField
          label="Word"
          value={q}
          placeholder="push, lift, floor"
          onChange={(value) => change({ q: value })}
        />
      </FilterBar>
      {found.length === 0 ? (
        <EmptyState title="No word matches" />
      ) : (
        <dl className="rounded-md border border-line bg-raised">
          {found.map(({ word, means }) => (
            <div
              key={word}
              className="gap-x-6 border-t border-line px-4 py-2 first:border-t-0 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <dt className="font-semibold">{word}</dt>
              <dd className="text-soft">
                <CodeText text={means} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Page>
  )
}
