import type { Store, StoreRow } from '../../store.js'

export async function readAll(store: Store): Promise<StoreRow[]> {
  const rows: StoreRow[] = []
  await store.exportRows((row) => void rows.push(row))
  return rows
}

export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
