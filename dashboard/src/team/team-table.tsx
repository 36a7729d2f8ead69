import type { ReactNode } from 'react'
import { Button } from '../kit/button.js'
import { Waiting } from '../kit/loaded.js'
import { ProblemState } from '../kit/problem-state.js'
import type { TeamList } from './use-team.js'

export interface TeamColumn<T> {
  header: string
  cell(row: T): ReactNode
  /** Gives its room away on a narrow screen. */
  isWideOnly?: boolean
}

/** A list with a button for what is older: waiting, empty, broken, or there. */
export function TeamTable<T>({ label, list, columns, idOf, empty }: TeamTableProps<T>) {
  const { items, problem, isLoading, next, showMore, reload } = list
  return (
    <>
      {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
      {isLoading && <Waiting />}
      {!isLoading && items.length === 0 && next === null && problem === undefined && empty}
      {items.length > 0 && (
        <div className="overflow-x-auto rounded-md border border-line bg-raised">
          <table aria-label={label} className="w-full border-collapse text-left">
            <thead>
              <tr className="border-b border-line">
                {columns.map(({ header, isWideOnly }) => (
                  <th
                    key={header}
                    scope="col"
                    className={`label px-4 py-1.5 whitespace-nowrap max-sm:px-3 ${room(isWideOnly)}`}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={idOf(row)} className="border-b border-line last:border-b-0">
                  {columns.map(({ header, cell, isWideOnly }) => (
                    <td
                      key={header}
                      className={`px-4 py-2 align-top max-sm:px-3 ${room(isWideOnly)}`}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== null && (
        <p className="mt-3">
          <Button onClick={showMore}>Show older</Button>
        </p>
      )}
    </>
  )
}

const room = (isWideOnly = false): string => (isWideOnly ? 'max-sm:hidden' : '')

interface TeamTableProps<T> {
  label: string
  list: TeamList<T>
  columns: readonly TeamColumn<T>[]
  idOf(row: T): string
  empty: ReactNode
}
