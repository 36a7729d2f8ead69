import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface RowWindow {
  first: number
  /** Behind the last one. */
  end: number
}

/** Rows of one height, of which only those on the screen and a few around it are in the page. */
export function rowWindow(
  top: number,
  viewport: number,
  rowHeight: number,
  count: number,
  spare = 8,
): RowWindow {
  const first = Math.max(0, Math.floor(-top / rowHeight) - spare)
  const end = Math.ceil((viewport - top) / rowHeight) + spare
  return { first: Math.min(first, count), end: Math.max(0, Math.min(end, count)) }
}

/** Follows the page's own scrolling, so that a list needs no scroll box of its own. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow {
  const [shown, setShown] = useState<RowWindow>({ first: 0, end: Math.min(count, 40) })
  useEffect(() => {
    const look = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const next = rowWindow(top, window.innerHeight, rowHeight, count)
      setShown((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [list, rowHeight, count])
  return { first: Math.min(shown.first, count), end: Math.min(shown.end, count) }
}
