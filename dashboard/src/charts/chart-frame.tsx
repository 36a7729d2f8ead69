import { useParentSize } from '@visx/responsive'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** The same figures as rows, for readers who can't or won't read a picture. */
interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/**
 * What every chart has: a title, a sentence that says what it shows, the picture at the width that
 * there is, and its figures as a table.
 */
export function ChartFrame({
  title,
  description,
  table,
  height,
  isTitleShown = false,
  children,
}: ChartFrameProps) {
  const id = useId()
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  return (
    <figure className="min-w-0" aria-labelledby={`${id}-caption`}>
      <figcaption
        id={`${id}-caption`}
        className={isTitleShown ? 'mb-2 text-sm font-semibold' : 'sr-only'}
      >
        {title}
      </figcaption>
      <div ref={parentRef} className="w-full" style={{ height }}>
        {width > 0 && (
          <svg
            role="img"
            width={width}
            height={height}
            aria-labelledby={`${id}-title ${id}-description`}
            className="block overflow-visible"
          >
            <title id={`${id}-title`}>{title}</title>
            <desc id={`${id}-description`}>{description}</desc>
            {children(width)}
          </svg>
        )}
      </div>
      <TableFallback title={title} {...table} />
    </figure>
  )
}

function TableFallback({ title, columns, rows }: ChartTable & { title: string }) {
  return (
    <details className="mt-2 text-xs text-soft">
      <summary className="inline-block rounded py-0.5 hover:text-ink">As a table</summary>
      <div tabIndex={0} role="region" aria-label={title} className="mt-1 max-h-56 overflow-auto">
        <table className="measured w-full border-collapse">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="border-b border-line py-1 pr-4 text-left font-normal"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // Rows have no id of their own and never move.
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={columns[column]} className="py-0.5 pr-4">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface ChartFrameProps {
  title: string
  /** One sentence with what is to be seen. */
  description: string
  table: ChartTable
  height: number
  /** When nothing above the chart says its title. */
  isTitleShown?: boolean
  children(width: number): ReactNode
}
