import type { Store } from '../store.js'
import { openSpoolStore } from '../store/spool-store.js'
import { withSpool } from '../store/with-spool.js'
import { uniqueId } from '../util/unique-id.js'
import { openStore, spoolDir } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'

export interface AnyStoreOptions {
  busyTimeoutMs: number
  now(): Date
  report(error: unknown, where: string): void
  /** From now on the spool stands in, which knows nothing of what is planned. */
  onBlind?(error: unknown): void
  /** Something is in neither of the two. */
  onLost?(): void
}

const DRAIN_ROWS = 200

/** The store, and the spool from the moment that the store can't be had in time. */
export async function openAnyStore(
  workspace: Workspace,
  { busyTimeoutMs, now, report, onBlind, onLost }: AnyStoreOptions,
): Promise<Store> {
  const turnBlind = (where: string) => (error: unknown) => {
    report(error, where)
    onBlind?.(error)
  }
  const spool = openSpoolStore(
    spoolDir(workspace.stateDir),
    () => uniqueId(now()),
    (error) => {
      report(error, 'write to the spool')
      onLost?.()
    },
    workspace.home,
  )
  try {
    const options = { busyTimeoutMs, drainRows: DRAIN_ROWS }
    return withSpool(await openStore(workspace, options), spool, turnBlind('use the store'))
  } catch (error) {
    turnBlind('open the store')(error)
    return spool
  }
}
