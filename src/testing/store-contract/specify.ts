import type { Store } from '../../store.js'

/** A store for one test. */
export interface OpenedStore {
  store: Store
  /** Closes the store and opens the same data again; absent where nothing outlives the store. */
  reopen?(): Promise<Store>
  /** Everything that is stored, as text, read behind the store's back. */
  dump?(): Promise<string>
  close(): Promise<void>
}

/** Declares one behaviour; its body gets a fresh store. */
export type Specify = (
  title: string,
  body: (store: Store, opened: OpenedStore) => Promise<void>,
) => void
