import { useSyncExternalStore } from 'react'

/** The address of the page is its state: what is shown, filtered and opened can be linked to. */
export interface Place {
  pathname: string
  query: URLSearchParams
}

const listeners = new Set<() => void>()
let place = readPlace()

window.addEventListener('popstate', changed)

export const useLocation = (): Place => useSyncExternalStore(subscribe, () => place)

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search) return
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  place = readPlace()
  for (const listener of listeners) listener()
}

function readPlace(): Place {
  return { pathname: location.pathname, query: new URLSearchParams(location.search) }
}
