import { ReflectError } from '../schema/error.js'
import type { MemoryEntry } from '../schema/memory-entry.js'
import type { Store } from '../store.js'
import { PINNED, isPinned } from './said-entries.js'

type Kept = Pick<Store, 'get' | 'change'>

export async function getMemory(store: Kept, id: string): Promise<MemoryEntry> {
  const entry = await store.get('memory', id)
  if (entry !== null) return entry
  throw new ReflectError('not-found', `There is no memory "${id.slice(0, 80)}"`, {
    remedy: '`reflect memory` lists them all.',
  })
}

/** A person vouches for it: what an agent wrote is recalled too, and it is as young as its pin. */
export const pinMemory = (store: Kept, id: string, now: string): Promise<MemoryEntry> =>
  changeMemory(store, { id, now }, (entry) =>
    isPinned(entry) ? entry : { ...entry, ts: now, tags: [...entry.tags, PINNED] },
  )

export const unpinMemory = (store: Kept, id: string, now: string): Promise<MemoryEntry> =>
  changeMemory(store, { id, now }, (entry) => ({
    ...entry,
    tags: entry.tags.filter((tag) => tag !== PINNED),
  }))

async function changeMemory(
  store: Kept,
  { id, now }: { id: string; now: string },
  change: (entry: MemoryEntry) => MemoryEntry,
): Promise<MemoryEntry> {
  await getMemory(store, id)
  const changed = await store.change({ kind: 'memory', id, at: now }, (entry) => ({
    writes: entry === null ? [] : [{ kind: 'memory', record: change(entry) }],
    removes: [],
    events: [],
    result: entry === null ? null : change(entry),
  }))
  return changed ?? getMemory(store, id)
}
