/**
 * Every row of a store into a project of its own in a shared database. It may be ended at any moment and
 * done again: what is there is put there once more. A project that holds other rows is left alone.
 */
import { ReflectError } from '../../schema/error.js'
import type { Store, StoreRow } from '../../store.js'
import type { SqlStore } from '../sql/sql-store.js'

export interface CopyStoreInput {
  from: Store
  project: string
  /** Names the store that the rows are of: no other one goes into the same project. */
  source: string
  /** Told how many rows are over. */
  onRows(count: number): void
}

/** How many rows of each kind the project has. */
export type CopiedStore = Record<string, number>

const BATCH = 500
const MARK = 'copied-from'
const NEVER = '9999-12-31T23:59:59.999Z'
const LONG_AGO = '0000-01-01T00:00:00.000Z'

export async function copyStore(
  { from, project, source, onRows }: CopyStoreInput,
  into: SqlStore,
): Promise<CopiedStore> {
  await claim(into, project, source)
  const copied: CopiedStore = {}
  let [batch, count]: [StoreRow[], number] = [[], 0]
  const flush = async (): Promise<void> => {
    await into.mergeRows(batch)
    count += batch.length
    batch = []
    onRows(count)
  }
  await from.exportRows(async (row) => {
    copied[row.kind] = (copied[row.kind] ?? 0) + 1
    if (batch.push(row) >= BATCH) await flush()
  })
  await flush()
  const kinds = Object.keys(copied) as StoreRow['kind'][]
  const found = await Promise.all(
    kinds.map(async (kind) => [kind, await into.count(kind)] as const),
  )
  const missing = found.find(([kind, there]) => there < copied[kind]!)
  if (missing === undefined) return Object.fromEntries(found)
  throw new ReflectError('internal', `${project} has not every row of the kind ${missing[0]}`)
}

/** The mark is written before the first row: a second run knows its own half-done work by it. */
async function claim(into: SqlStore, project: string, source: string): Promise<void> {
  const known = await into.readCache(MARK, LONG_AGO)
  if (known === source) return
  if (known === null && (await into.isEmpty())) return into.writeCache(MARK, source, NEVER)
  throw new ReflectError('usage', `The project ${project} has rows of another store`, {
    remedy: 'Name a project that is not there yet.',
  })
}
