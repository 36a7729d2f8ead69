/** What there is of one person in a project, so that all of it can go. */
import type { TeamRowKind } from '../../schema/api/team.js'
import { count } from '../../util/count.js'
import { tables } from '../sql/tables.js'
import type { PostgresServer } from './ask.js'
import { inTransaction, note } from './team-access.js'

interface Forgotten {
  project: string
  person: string
  /** How many rows went. */
  rows: number
  actor: string
  now: string
}

export interface TeamPeople {
  /** Rows that the person sent. */
  listRows(
    project: string,
    asked: { person: string; kind: TeamRowKind; limit: number },
  ): Promise<{ id: string; at: string }[]>
  /** Deletes what was told of weeks, each named by its Monday. */
  forgetWeeks(project: string, weeks: readonly string[]): Promise<void>
  /** Deletes what the person proposed and accepted, and notes who forgot whom where there was something. */
  forget(forgotten: Forgotten): Promise<void>
}

const NAME = 'SELECT min(name) AS name FROM tokens WHERE project = $1 AND person = $2'

export function openTeamPeople(server: PostgresServer): TeamPeople {
  return {
    listRows: (project, { person, kind, limit }) =>
      inTransaction(server, async (run) => {
        // Every id that begins with the person and a hyphen: a full stop is the next character.
        const text = `SELECT id, at FROM ${tables[kind].name} WHERE project = $1 AND id >= $2 AND id < $3 ORDER BY id LIMIT $4`
        const { rows } = await run(text, [project, `${person}-`, `${person}.`, limit])
        return rows.map(({ id, at }) => ({ id: String(id), at: String(at) }))
      }),
    forgetWeeks: (project, weeks) =>
      inTransaction(server, async (run) => {
        await run('DELETE FROM digests WHERE project = $1 AND week = ANY($2)', [project, weeks])
      }),
    forget: ({ project, person, rows, actor, now }) =>
      inTransaction(server, async (run) => {
        let gone = rows
        for (const table of ['acceptances', 'proposals']) {
          const text = `DELETE FROM ${table} WHERE project = $1 AND person = $2`
          gone += (await run(text, [project, person])).rowCount ?? 0
        }
        if (gone === 0) return
        const found = await run(NAME, [project, person])
        const name = String(found.rows[0]?.['name'] ?? person)
        await note(
          run,
          { project, actor, now },
          'forget',
          `${name} (${person}): ${count(rows, 'row')}`,
        )
      }),
  }
}
