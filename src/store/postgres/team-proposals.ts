/** What members of a project propose to each other, with the record of who proposed and withdrew what. */
import { MAX_TEAM_PROPOSALS, TeamProposalContent } from '../../schema/api/team.js'
import type { TeamProposal } from '../../schema/api/team.js'
import { parseJson } from '../../util/parse-json.js'
import type { PostgresServer } from './ask.js'
import { inTransaction, note } from './team-access.js'

type Row = Omit<TeamProposal, 'member'>
type NewRow = Omit<Row, 'accepted'>

export interface TeamProposalTable {
  /** false when as many wait as may. */
  add(project: string, proposal: NewRow): Promise<boolean>
  /** Newest first; of one id alone where one is named. */
  list(project: string, id?: string): Promise<Row[]>
  /** A person counts once; false when the project has none of this id. */
  noteAccepted(
    project: string,
    accepted: { id: string; person: string; now: string },
  ): Promise<boolean>
  /** false when the project has none of this id that the actor may withdraw. */
  withdraw(asked: {
    project: string
    id: string
    actor: string
    /** Whether the actor may withdraw what others proposed. */
    ofOthers: boolean
    now: string
  }): Promise<boolean>
}

export function openTeamProposals(server: PostgresServer): TeamProposalTable {
  return {
    add: (project, { id, person, at, why, content }) =>
      inTransaction(server, async (run) => {
        const body = JSON.stringify(content)
        const made = await run(ADD, [project, id, person, at, why, body, MAX_TEAM_PROPOSALS])
        if (made.rowCount === 0) return false
        await note(run, { project, actor: person, now: at }, 'propose', titleOf(body))
        return true
      }),
    list: (project, id) =>
      inTransaction(server, async (run) => {
        const { rows } = await run(LIST, [project, id ?? null, MAX_TEAM_PROPOSALS])
        return rows.flatMap(toProposal)
      }),
    noteAccepted: (project, { id, person, now }) =>
      inTransaction(server, async (run) => {
        if ((await run(HOLD, [project, id])).rowCount === 0) return false
        await run(ACCEPT, [project, id, person, now])
        return true
      }),
    withdraw: ({ project, id, actor, ofOthers, now }) =>
      inTransaction(server, async (run) => {
        const [row] = (await run(WITHDRAW, [project, id, actor, ofOthers])).rows
        if (row === undefined) return false
        await note(run, { project, actor, now }, 'withdraw', titleOf(String(row['body'])))
        return true
      }),
  }
}

const ADD =
  'INSERT INTO proposals (project, id, person, at, why, body) SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM proposals WHERE project = $1) < $7'
const LIST =
  'SELECT id, person, at, why, body, (SELECT count(*)::int FROM acceptances a ' +
  'WHERE a.project = p.project AND a.id = p.id) AS accepted FROM proposals p ' +
  'WHERE project = $1 AND ($2::text IS NULL OR id = $2) ORDER BY at DESC, id LIMIT $3'
/** So that it is not withdrawn meanwhile. */
const HOLD = 'SELECT 1 FROM proposals WHERE project = $1 AND id = $2 FOR KEY SHARE'
const ACCEPT =
  'INSERT INTO acceptances (project, id, person, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'
const WITHDRAW =
  'DELETE FROM proposals WHERE project = $1 AND id = $2 AND (person = $3 OR $4) RETURNING body'

/** None of what another version, or another hand, wrote: it must not cost the others of the list. */
function toProposal({ body, ...row }: Record<string, unknown>): Row[] {
  const content = contentOf(String(body))
  return content === null ? [] : [{ ...row, content } as Row]
}

function contentOf(body: string): TeamProposal['content'] | null {
  const read = TeamProposalContent.safeParse(parseJson(body))
  return read.success ? read.data : null
}

/** As the audit names it. */
function titleOf(body: string): string {
  const content = contentOf(body)
  return content === null ? 'something unknown' : `${content.kind} ${content.name}`
}
