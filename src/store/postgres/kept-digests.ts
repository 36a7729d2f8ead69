import { TeamDigest } from '../../schema/api/team.js'
import { ask, onClient } from './ask.js'
import type { PostgresServer } from './ask.js'

/** What was made of a project's weeks, each once. */
export interface KeptDigests {
  /** false when the week has one already. */
  keep(project: string, digest: TeamDigest): Promise<boolean>
  /** Newest first. */
  list(project: string, limit: number): Promise<TeamDigest[]>
  /** Deletes those of weeks before that day; returns how many went. */
  expire(project: string, before: string): Promise<number>
}

const KEEP = 'INSERT INTO digests (project, week, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
const LIST = 'SELECT body FROM digests WHERE project = $1 ORDER BY week DESC LIMIT $2'
const EXPIRE = 'DELETE FROM digests WHERE project = $1 AND week < $2'

export function openKeptDigests(server: PostgresServer): KeptDigests {
  const query = (text: string, values: readonly unknown[]) =>
    onClient(
      server,
      (client) => ask(server, client, { text, values }),
      async (_, result) => result,
    )
  const change = async (text: string, values: readonly unknown[]) =>
    (await query(text, values)).rowCount ?? 0
  return {
    keep: async (project, digest) =>
      (await change(KEEP, [project, digest.week, JSON.stringify(digest)])) === 1,
    async list(project, limit) {
      const { rows } = await query(LIST, [project, limit])
      return rows.map(({ body }) => TeamDigest.parse(JSON.parse(String(body))))
    },
    expire: (project, before) => change(EXPIRE, [project, before]),
  }
}
