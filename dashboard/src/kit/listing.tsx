import type { ReactNode } from 'react'
import type { Pages } from '../api/pages.js'
import { DataTable } from './data-table.js'
import type { Column } from './data-table.js'
import { Waiting } from './loaded.js'
import { ProblemState } from './problem-state.js'

/** A list of the API as a table: waiting, empty, broken, or there, with more as one scrolls. */
export function Listing<T>({ pages, empty, ...table }: ListingProps<T>) {
  const { items, problem, isLoading, hasMore, isLoadingMore, loadMore, reload } = pages
  return (
    <>
      {problem !== undefined && (
        <div className="mb-3">
          <ProblemState problem={problem} onRetry={reload} />
        </div>
      )}
      {isLoading && items.length === 0 && problem === undefined && <Waiting />}
      {!isLoading && items.length === 0 && problem === undefined && (
        <div className="rounded-md border border-line bg-raised">{empty}</div>
      )}
      {items.length > 0 && (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
          <DataTable {...table} rows={items} onEnd={hasMore ? loadMore : undefined} />
          <p role="status" className="mt-2 min-h-5 text-center text-sm text-faint">
            {isLoadingMore ? 'Loading more …' : ''}
          </p>
        </div>
      )}
    </>
  )
}

interface ListingProps<T> {
  pages: Pages<T>
  empty: ReactNode
  label: string
  columns: readonly Column<T>[]
  idOf(row: T): string
  hrefOf?: (row: T) => { href: string; name: string }
  onOpen?: (row: T) => { name: string; open(): void }
}
