import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'

/**
 * A store that turns to its stand-in when it can't be used any more: locked, full, corrupted,
 * read-only. From the first failure on everything goes to the stand-in, which knows nothing; so
 * what is decided in one process is decided on one of the two, and is never half in each.
 */
export function withSpool(store: Store, spool: Store, onFailure: (error: unknown) => void): Store {
  let current = store
  return new Proxy(store, {
    get: (_target, name: keyof Store) => {
      if (name === 'close') return () => store.close()
      // Awaiting this object asks for a `then`; there is none.
      if (!(name in store)) return undefined
      return async (...args: unknown[]) => {
        try {
          return await call(current, name, args)
        } catch (error) {
          if (current === spool || !isStoreFailure(error)) throw error
          onFailure(error)
          current = spool
          return call(spool, name, args)
        }
      }
    },
  })
}

const call = (store: Store, name: keyof Store, args: unknown[]): Promise<unknown> =>
  (store[name] as (...args: unknown[]) => Promise<unknown>).apply(store, args)

const isStoreFailure = (error: unknown): boolean =>
  error instanceof ReflectError && error.code.startsWith('store-')
