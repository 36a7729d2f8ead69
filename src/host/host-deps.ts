import type { Store } from '../store.js'

/** What everything here needs from outside. */
export interface HostDeps {
  store: Store
  now(): Date
  nextId(): string
}
