import { useSyncExternalStore } from 'react'

/** The address of the page is its state: what is shown, filtered and opened can be linked to. */
export interface Place {
  pathname: string
  query: URLSearchParams
}

/** `/p/<id>` where the address names a project; empty for the one that is served. */
export const base = /^\/p\/[a-z0-9][a-z0-9._-]{0,63}(?=\/|$)/.exec(location.pathname)?.[0] ?? ''

/** The project that the address names; null for the one that is served. */
export const chosenProject = base === '' ? null : base.slice('/p/'.length)

const listeners = new Set<() => void>()
let place = readPlace()

window.addEventListener('popstate', changed)

export const useLocation = (): Place => useSyncExternalStore(subscribe, () => place)

/** To an address within the project. */
export function navigate(within: string, { replace = false }: { replace?: boolean } = {}): void {
  const [address, anchor] = (base + within).split('#')
  const to = address!
  // What is there already is scrolled to at once; a page that is yet to be loaded starts at its top.
  if (anchor !== undefined) document.querySelector(`#${anchor}`)?.scrollIntoView()
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
  const pathname = location.pathname.slice(base.length)
  return { pathname: pathname === '' ? '/' : pathname, query: new URLSearchParams(location.search) }
}
