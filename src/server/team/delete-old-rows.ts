import { TeamRowKind } from '../../schema/api/team.js'
import type { PostgresDatabase } from '../../store/postgres.js'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 500

/**
 * Deletes what a project keeps no longer, until it is told to stop. In small transactions: whoever sends
 * rows meanwhile waits for one of them at most.
 */
export async function deleteOldRows(
  database: Pick<PostgresDatabase, 'openStore' | 'access' | 'digests'>,
  { project, now, signal }: { project: string; now: Date; signal: AbortSignal },
): Promise<{ gone: number; days: number; isDone: boolean }> {
  const { keepDays: days } = await database.access.readSettings(project)
  const before = new Date(now.getTime() - days * DAY_MS).toISOString()
  const store = await database.openStore({ project })
  let gone = await database.digests.expire(project, before.slice(0, 10))
  for (const kind of [...TeamRowKind.options, 'event'] as const) {
    for (;;) {
      if (signal.aborted) return { gone, days, isDone: false }
      const some = await store.expire(kind, before, ROWS_AT_ONCE)
      gone += some
      if (some < ROWS_AT_ONCE) break
    }
  }
  return { gone, days, isDone: true }
}
