import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import { errorType } from './error-type.js'

/** What became of a turn's entries. */
export interface WriteReport {
  attempted: number
  /** Written now. */
  written: number
  /** Found as an earlier run of this turn had written them. */
  unchanged: number
  /** One line for each entry that could not be written: its id and the error's type. */
  errors: string[]
}

/** Each entry by itself: one that is refused costs the others nothing, one that is there stays. */
export async function writeEntries(
  store: Pick<Store, 'get' | 'add'>,
  entries: readonly MemoryEntry[],
): Promise<WriteReport> {
  const report: WriteReport = { attempted: entries.length, written: 0, unchanged: 0, errors: [] }
  for (const entry of entries) {
    try {
      if ((await store.get('memory', entry.id)) !== null) report.unchanged += 1
      else {
        await store.add([{ kind: 'memory', record: entry }])
        report.written += 1
      }
    } catch (error) {
      report.errors.push(`${entry.id}: ${errorType(error)}`)
    }
  }
  return report
}
