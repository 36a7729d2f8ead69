import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 768px)')

/** Whether there is room for a table; below that, rows are cards of two lines. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
