import { TeamRowKind } from '../../schema/api/team.js'
import type { TeamForgotten } from '../../schema/api/team.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { mondayOf } from '../../util/monday-of.js'

interface ForgetInput {
  project: string
  person: string
  actor: string
  now: string
}

/** In small transactions: whoever sends rows meanwhile waits for one of them at most. */
const ROWS_AT_ONCE = 200
/** In one request; who asks goes on with the next one. */
const MAX_ROWS = 2000

/** Deletes what a person sent and proposed. The log tells each row's end, and so the machines of others. */
export async function forgetPerson(
  { openStore, people }: PostgresDatabase,
  { project, person, actor, now }: ForgetInput,
): Promise<TeamForgotten> {
  const store = await openStore({ project })
  let rows = 0
  for (const kind of TeamRowKind.options) {
    while (rows < MAX_ROWS) {
      const found = await people.listRows(project, { person, kind, limit: ROWS_AT_ONCE })
      if (found.length === 0) break
      // Digests don't tell whose rows they were made of. They go first: one that fails is done again.
      await people.forgetWeeks(project, [...new Set(found.map(({ at }) => weekOf(at)))])
      await store.change({ kind, id: found[0]!.id, at: now }, () => ({
        writes: [],
        removes: found.map(({ id }) => ({ kind, id })),
        events: [],
        result: undefined,
      }))
      rows += found.length
    }
  }
  await people.forget({ project, person, rows, actor, now })
  return { rows, more: rows >= MAX_ROWS }
}

const weekOf = (at: string): string => mondayOf(new Date(at)).toISOString().slice(0, 10)
