/**
 * Who may come in to a shared database: projects, invites that work once, tokens of people and machines,
 * and the record of who changed what. Secrets come in and are kept as digests; times are passed in.
 */
import { ReflectError } from '../../schema/error.js'
import type { TeamAudit, TeamAuditLine, TeamRole, TeamToken } from '../../schema/api/team.js'
import { sha256 } from '../../util/sha256.js'
import { ask, onClient } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'

/** Whoever a token lets in. */
export interface TeamMember {
  tokenId: string
  project: string
  person: string
  name: string
  role: TeamRole
}

interface NewInvite {
  code: string
  project: string
  role: TeamRole
  /** null for whoever sits at the server. */
  actor: string | null
  now: string
  expiresAt: string
}

interface NewMember extends Omit<TeamMember, 'project' | 'role'> {
  code: string
  token: string
  now: string
  expiresAt: string
}

type PageLink = Pick<TeamMember, 'project' | 'person' | 'name' | 'role'> &
  Pick<NewInvite, 'code' | 'expiresAt'>
type OpenedPage = Pick<NewMember, 'code' | 'token' | 'tokenId' | 'now' | 'expiresAt'>

export interface TeamAccess {
  /** Makes a project that is not there yet, with an invite for its first owner. */
  createProject(invite: NewInvite): Promise<void>
  invite(invite: NewInvite): Promise<void>
  /** A code that opens the page for a member who is in already. */
  linkPage(link: PageLink): Promise<void>
  /** null when the link was used already, is too old or never was. */
  openPage(opened: OpenedPage): Promise<TeamMember | null>
  /** null when the invite was used already, is too old or never was. */
  join(member: NewMember): Promise<TeamMember | null>
  /** null when the token is not valid now. */
  authenticate(token: string, now: string): Promise<TeamMember | null>
  listTokens(project: string): Promise<TeamToken[]>
  /** false when the project has no such token that is still valid. */
  revoke(token: { project: string; id: string; actor: string; now: string }): Promise<boolean>
  /** Newest first, behind a place in the list. */
  listAudit(project: string, asked?: { before?: number; limit?: number }): Promise<TeamAudit>
}

const MAX_LISTED = 500
/** How exactly the last use of a token is told. */
const USED_WITHIN_MS = 60_000

export function openTeamAccess(server: PostgresServer): TeamAccess {
  const query = async (text: string, values: readonly unknown[]) =>
    onClient(
      server,
      (client) => ask(server, client, { text, values }),
      async (_, result) => result,
    )
  return {
    createProject: (invite) =>
      inTransaction(server, async (run) => {
        const made = await run('INSERT INTO projects (id) VALUES ($1) ON CONFLICT DO NOTHING', [
          invite.project,
        ])
        if (made.rowCount === 0) {
          throw new ReflectError('usage', `The project ${invite.project} is there already`, {
            remedy: 'Its owners invite others with `reflect team invite`.',
          })
        }
        await note(run, invite, 'create-project', invite.project)
        await putInvite(run, invite)
      }),
    invite: (invite) => inTransaction(server, (run) => putInvite(run, invite)),
    async linkPage({ code, project, role, person, name, expiresAt }) {
      await query(PUT_LINK, [sha256(code), project, role, expiresAt, person, name])
    },
    openPage: (opened) => inTransaction(server, (run) => openPage(run, opened)),
    join: (member) => inTransaction(server, (run) => join(run, member)),
    async authenticate(token, now) {
      const { rows } = await query(FIND_TOKEN, [sha256(token), now])
      const [row] = rows
      if (row === undefined) return null
      const stale = new Date(Date.parse(now) - USED_WITHIN_MS).toISOString()
      if (row['last_used_at'] === null || String(row['last_used_at']) < stale) {
        await query('UPDATE tokens SET last_used_at = $2 WHERE id = $1', [row['id'], now])
      }
      return toMember(row)
    },
    async listTokens(project) {
      const text = `SELECT * FROM tokens WHERE project = $1 ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`
      return (await query(text, [project])).rows.map(toToken)
    },
    revoke: ({ project, id, actor, now }) =>
      inTransaction(server, async (run) => {
        const text =
          'UPDATE tokens SET revoked_at = $3 WHERE project = $1 AND id = $2 AND revoked_at IS NULL'
        if ((await run(text, [project, id, now])).rowCount === 0) return false
        await note(run, { project, actor, now }, 'revoke', id)
        return true
      }),
    async listAudit(project, { before = Number.MAX_SAFE_INTEGER, limit = MAX_LISTED } = {}) {
      const { rows } = await query(LIST_AUDIT, [project, before, limit])
      const next = rows.length < limit ? null : Number(rows.at(-1)!['id'])
      return { lines: rows.map(toAuditLine), next }
    },
  }
}

const FIND_TOKEN =
  'SELECT * FROM tokens WHERE digest = $1 AND revoked_at IS NULL AND expires_at > $2'
const USE =
  'UPDATE invites SET used_at = $2 WHERE digest = $1 AND used_at IS NULL AND expires_at > $2'
const USE_INVITE = `${USE} AND person IS NULL RETURNING project, role`
const USE_LINK = `${USE} AND person IS NOT NULL RETURNING project, role, person, name`
const PUT_LINK =
  'INSERT INTO invites (digest, project, role, expires_at, person, name) VALUES ($1, $2, $3, $4, $5, $6)'
const LIST_AUDIT = `SELECT id, at, actor, coalesce((SELECT min(name) FROM tokens WHERE tokens.project = audit.project AND person = actor), actor) AS name, action, subject FROM audit WHERE project = $1 AND id < $2 ORDER BY id DESC LIMIT $3`
const PUT_TOKEN =
  'INSERT INTO tokens (id, digest, project, person, name, role, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)'

type Run = (text: string, values: readonly unknown[]) => ReturnType<PgClient['query']>

const inTransaction = <T>(server: PostgresServer, work: (run: Run) => Promise<T>): Promise<T> =>
  onClient(
    server,
    (client) => ask(server, client, 'BEGIN'),
    async (client) => {
      const result = await work((text, values) => ask(server, client, { text, values }))
      await ask(server, client, 'COMMIT')
      return result
    },
  )

async function putInvite(run: Run, invite: NewInvite): Promise<void> {
  const { code, project, role, expiresAt } = invite
  const text = 'INSERT INTO invites (digest, project, role, expires_at) VALUES ($1, $2, $3, $4)'
  await run(text, [sha256(code), project, role, expiresAt])
  await note(run, invite, 'invite', role)
}

async function join(run: Run, member: NewMember): Promise<TeamMember | null> {
  const { code, token, tokenId, person, name, now, expiresAt } = member
  const [invite] = (await run(USE_INVITE, [sha256(code), now])).rows
  if (invite === undefined) return null
  const project = String(invite['project'])
  const role = invite['role'] as TeamRole
  await run(PUT_TOKEN, [tokenId, sha256(token), project, person, name, role, now, expiresAt])
  await note(run, { project, actor: person, now }, 'join', `${name} (${role})`)
  return { tokenId, project, person, name, role }
}

async function openPage(run: Run, opened: OpenedPage): Promise<TeamMember | null> {
  const { code, token, tokenId, now, expiresAt } = opened
  const [link] = (await run(USE_LINK, [sha256(code), now])).rows
  if (link === undefined) return null
  const member = toMember({ ...link, id: tokenId })
  const { project, person, name, role } = member
  await run(PUT_TOKEN, [
    tokenId,
    sha256(token),
    project,
    person,
    `${name} (page)`,
    role,
    now,
    expiresAt,
  ])
  await note(run, { project, actor: person, now }, 'open-page', name)
  return member
}

async function note(
  run: Run,
  { project, actor, now }: { project: string; actor: string | null; now: string },
  action: TeamAuditLine['action'],
  subject: string,
): Promise<void> {
  const text = 'INSERT INTO audit (project, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)'
  await run(text, [project, now, actor, action, subject])
}

const toMember = (row: Record<string, unknown>): TeamMember => ({
  tokenId: String(row['id']),
  project: String(row['project']),
  person: String(row['person']),
  name: String(row['name']),
  role: row['role'] as TeamRole,
})

const toAuditLine = ({ at, actor, name, action, subject }: Record<string, unknown>) =>
  ({ at, actor, name, action, subject }) as TeamAuditLine

const toToken = (row: Record<string, unknown>): TeamToken => ({
  id: String(row['id']),
  person: String(row['person']),
  name: String(row['name']),
  role: row['role'] as TeamRole,
  createdAt: String(row['created_at']),
  expiresAt: String(row['expires_at']),
  lastUsedAt: row['last_used_at'] as string | null,
  revokedAt: row['revoked_at'] as string | null,
})
