import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from '../router/link.js'
import { useIsWide } from './media.js'
import { useRowWindow } from './row-window.js'

export interface Column<T> {
  id: string
  header: string
  cell(row: T): ReactNode
  /** A grid track: `120px`, `minmax(0, 2fr)`. */
  width: string
  align?: 'start' | 'end'
  /** On a narrow screen: first line, second line, or not at all. */
  narrow?: 'title' | 'meta' | 'hidden'
}

const ROW = { wide: 40, narrow: 64 }

/**
 * A long list as a table whose rows lead somewhere. Only rows near the screen are in the page; the
 * arrow keys walk through them, and reaching the end asks for more.
 */
export function DataTable<T>({
  label,
  columns,
  rows,
  idOf,
  hrefOf,
  onOpen,
  onEnd,
}: DataTableProps<T>) {
  const body = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const height = isWide ? ROW.wide : ROW.narrow
  const { first, end } = useRowWindow(body, height, rows.length)
  useEffect(() => {
    if (end >= rows.length && rows.length > 0) onEnd?.()
  }, [end, rows.length, onEnd])
  const tracks = columns.map(({ width }) => width).join(' ')
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="overflow-hidden rounded-md border border-line bg-raised"
    >
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={
            isWide ? 'grid items-center gap-x-4 border-b border-line px-4 py-1.5' : 'sr-only'
          }
          style={isWide ? { gridTemplateColumns: tracks } : undefined}
        >
          {columns.map(({ id, header, align }) => (
            <span
              key={id}
              role="columnheader"
              className={`label truncate ${align === 'end' ? 'text-right' : ''}`}
            >
              {header}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        ref={body}
        className="relative"
        style={{ height: rows.length * height }}
        onKeyDown={walkRows}
        onClick={openRow}
      >
        {rows.slice(first, end).map((row, offset) => (
          <div
            key={idOf(row)}
            role="row"
            aria-rowindex={first + offset + 2}
            data-row={first + offset}
            className="covered inset-x-0 border-b border-line px-4 last:border-b-0 focus-within:bg-accent-wash hover:bg-sunken"
            style={{ position: 'absolute', top: (first + offset) * height, height }}
          >
            {isWide ? (
              <div
                role="none"
                className="grid h-full items-center gap-x-4"
                style={{ gridTemplateColumns: tracks }}
              >
                {columns.map((column, index) => (
                  <Cell key={column.id} column={column} row={row}>
                    {index === 0 && <Cover {...{ row, hrefOf, onOpen }} />}
                  </Cell>
                ))}
              </div>
            ) : (
              <NarrowRow {...{ columns, row, hrefOf, onOpen }} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** On a narrow screen `data-wide` gives its room away, and `data-whole` is never cut. */
function Cell<T>({ column, row, look = '', children }: CellProps<T>) {
  return (
    <div
      role="cell"
      className={`min-w-0 truncate max-md:empty:hidden max-md:has-[>[data-whole]]:shrink-0 max-md:has-[>[data-wide]]:hidden ${column.align === 'end' ? 'text-right' : ''} ${look}`}
    >
      {column.cell(row)}
      {children}
    </div>
  )
}

function NarrowRow<T>({ columns, row, ...open }: NarrowRowProps<T>) {
  const of = (place: 'title' | 'meta') => columns.filter(({ narrow = 'meta' }) => narrow === place)
  return (
    <div role="none" className="flex h-full flex-col justify-center gap-0.5">
      <div role="none" className="flex items-baseline justify-between gap-3">
        {of('title').map((column, index) => (
          <Cell key={column.id} column={column} row={row} look={index === 0 ? '' : 'shrink-0'}>
            {index === 0 && <Cover row={row} {...open} />}
          </Cell>
        ))}
      </div>
      <div role="none" className="flex items-center gap-3 overflow-hidden text-sm text-soft">
        {of('meta').map((column) => (
          <Cell key={column.id} column={column} row={row} />
        ))}
      </div>
    </div>
  )
}

/** Makes the whole row a target without wrapping its cells in a link. */
function Cover<T>({ row, hrefOf, onOpen }: Opening<T> & { row: T }) {
  const look = 'absolute inset-0 focus-visible:outline-offset-[-2px]'
  if (hrefOf !== undefined) {
    const { href, name } = hrefOf(row)
    return <Link data-cover href={href} aria-label={name} className={look} />
  }
  if (onOpen === undefined) return null
  const { name, open } = onOpen(row)
  return <button data-cover type="button" aria-label={name} onClick={open} className={look} />
}

/** A click on what lies above the row's link means the row, unless it is something of its own. */
function openRow({ target }: MouseEvent<HTMLElement>): void {
  const clicked = target as HTMLElement
  if (clicked.closest('a, button, input, select') !== null) return
  clicked.closest('[data-row]')?.querySelector<HTMLElement>('[data-cover]')?.click()
}

function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
  if (step === 0 || row === null) return
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-row="${Number(row.dataset['row']) + step}"] [data-cover]`,
  )
  if (next === null) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

interface Opening<T> {
  /** Where a row leads to, and its name for those who can't see the row. */
  hrefOf?: ((row: T) => { href: string; name: string }) | undefined
  /** Instead of an address: what opening a row does. */
  onOpen?: ((row: T) => { name: string; open(): void }) | undefined
}

interface CellProps<T> {
  column: Column<T>
  row: T
  look?: string
  children?: ReactNode
}

interface NarrowRowProps<T> extends Opening<T> {
  columns: readonly Column<T>[]
  row: T
}

interface DataTableProps<T> extends Opening<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  idOf(row: T): string
  /** The last rows are on the screen. */
  onEnd?: (() => void) | undefined
}
