/**
 * Who may come in to a shared database: projects, invites that work once, tokens of people and machines,
 * and the record of who changed what. Secrets come in and are kept as digests; times are passed in.
 */
import { ReflectError } from '../../schema/error.js'
import { ALL_PROJECTS } from '../../schema/api/team.js'
import type {
  TeamAction,
  TeamAudit,
  TeamAuditLine,
  TeamOpenInvite,
  TeamProjects,
  TeamRole,
  TeamScope,
  TeamSettings,
  TeamSettingsChange,
  TeamToken,
} from '../../schema/api/team.js'
import { sha256 } from '../../util/sha256.js'
import { ask, onClient } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'

/** Whoever a token lets in. */
export interface TeamMember {
  tokenId: string
  /** `ALL_PROJECTS` where the scope is all. */
  project: string
  person: string
  name: string
  role: TeamRole
  scope: TeamScope
  /** Whether it is a browser's. */
  isPage: boolean
  expiresAt: string
}

interface NewInvite {
  code: string
  project: string
  role: TeamRole
  /** Whom it lets in on one more machine; a new person without. */
  person?: string | undefined
  /** null for whoever sits at the server. */
  actor: string | null
  now: string
  expiresAt: string
}

interface NewToken extends Omit<TeamMember, 'scope' | 'isPage'> {
  token: string
  /** Who made it for a machine. */
  madeBy?: string
  now: string
}

interface NewMember extends Omit<NewToken, 'project' | 'role'>, Pick<NewInvite, 'code'> {
  /** The token that this machine had before, valid or not: it stays the same person. */
  before?: string | undefined
}
type PageLink = Pick<TeamMember, 'project' | 'person' | 'name' | 'role'> &
  Pick<NewInvite, 'code' | 'expiresAt'>
type OpenedPage = Pick<NewMember, 'code' | 'token' | 'tokenId' | 'now' | 'expiresAt'>

interface Revocation extends Pick<TeamMember, 'project' | 'scope'> {
  id: string
  actor: string
  now: string
}

/** Behind the name of a token that a browser has; no person can call themselves so. */
const PAGE_MARK = ' (page)'

export interface TeamAccess {
  /** Makes a project with an invite for its first owner; for one that has none left, a new invite. */
  createProject(invite: NewInvite): Promise<{ isNew: boolean }>
  /** false when the person that it names never joined the project. */
  invite(invite: NewInvite): Promise<boolean>
  /** Those that still let a person in. */
  listInvites(project: string, now: string): Promise<TeamOpenInvite[]>
  /** A code that opens the page for a member who is in already. */
  linkPage(link: PageLink): Promise<void>
  /** null when the link was used already, is too old or never was. */
  openPage(opened: OpenedPage): Promise<TeamMember | null>
  /** null when the invite was used already, is too old or never was. */
  join(member: NewMember): Promise<TeamMember | null>
  /** null when the token is not valid now. */
  authenticate(token: string, now: string): Promise<TeamMember | null>
  /** A token for a machine that no one sits at; its holder is a person of its own. */
  createToken(token: NewToken & { actor: string }): Promise<void>
  /** Those made for a team; a store that was copied here has none of its people. */
  listProjects(only?: string): Promise<TeamProjects['projects']>
  /** Of the project, and those whose scope is all. */
  listTokens(project: string): Promise<TeamToken[]>
  /** The names of people by their ids. */
  listNames(project: string): Promise<ReadonlyMap<string, string>>
  /** A token or an open invite; false when there is none that still works, or only `all` may end it. */
  revoke(asked: Revocation): Promise<boolean>
  /** Every token of a person, what they made for machines and their open invites; how many tokens ended. */
  revokePerson(asked: Omit<Revocation, 'id'> & { person: string }): Promise<number>
  /** Ends the token of a machine that joined. One that an owner made goes on, and this is false. */
  leave(member: Pick<TeamMember, 'project' | 'person' | 'tokenId'>, now: string): Promise<boolean>
  readSettings(project: string): Promise<TeamSettings>
  changeSettings(change: TeamSettingsChange & Omit<Revocation, 'id' | 'scope'>): Promise<void>
  /** Newest first, behind a place in the list. */
  listAudit(project: string, asked?: { before?: number; limit?: number }): Promise<TeamAudit>
}

const MAX_LISTED = 500
/** For how many days rows are kept where a project says nothing. */
const KEEP_DAYS = 365
/** How exactly the last use of a token is told. */
const USED_WITHIN_MS = 60_000

export function openTeamAccess(server: PostgresServer): TeamAccess {
  /** With a name for what every request asks: it is planned once for each connection. */
  const query = async (text: string, values: readonly unknown[], name?: string) =>
    onClient(
      server,
      (client) => ask(server, client, { text, values, ...(name === undefined ? {} : { name }) }),
      async (_, result) => result,
    )
  return {
    createProject: (invite) =>
      inTransaction(server, async (run) => {
        const made = await run('INSERT INTO projects (id) VALUES ($1) ON CONFLICT DO NOTHING', [
          invite.project,
        ])
        const isNew = made.rowCount !== 0
        if (isNew) await note(run, invite, 'create-project', invite.project)
        else await refuseUnlessOwnerless(run, invite)
        await putInvite(run, invite)
        return { isNew }
      }),
    invite: (invite) =>
      inTransaction(server, async (run) => {
        const { project, person } = invite
        if (person !== undefined && !(await hasJoined(run, project, person))) return false
        await putInvite(run, invite)
        return true
      }),
    async listInvites(project, now) {
      return (await query(LIST_INVITES, [project, now])).rows.map(toOpenInvite)
    },
    async linkPage({ code, project, role, person, name, expiresAt }) {
      await query(PUT_LINK, [sha256(code), project, role, expiresAt, person, name])
    },
    openPage: (opened) => inTransaction(server, (run) => openPage(run, opened)),
    join: (member) => inTransaction(server, (run) => join(run, member)),
    async authenticate(token, now) {
      const { rows } = await query(FIND_TOKEN, [sha256(token), now], 'find_token')
      const [row] = rows
      if (row === undefined) return null
      const stale = new Date(Date.parse(now) - USED_WITHIN_MS).toISOString()
      if (row['last_used_at'] === null || String(row['last_used_at']) < stale) {
        await query('UPDATE tokens SET last_used_at = $2 WHERE id = $1', [row['id'], now])
      }
      return toMember(row)
    },
    createToken: ({ actor, ...token }) =>
      inTransaction(server, async (run) => {
        await putToken(run, { ...token, madeBy: actor })
        const { project, name, role, now } = token
        await note(run, { project, actor, now }, 'create-token', `${name} (${role})`)
      }),
    async listProjects(only) {
      const { rows } = await query(LIST_PROJECTS, [only ?? null])
      return rows.map(({ id, at }) => ({ project: String(id), sentAt: at as string | null }))
    },
    async listTokens(project) {
      const text = `SELECT * FROM tokens WHERE ${OF_PROJECT} ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_LISTED}`
      return (await query(text, [project])).rows.map(toToken)
    },
    async listNames(project) {
      const text = `SELECT person, min(name) AS name FROM tokens WHERE ${OF_PROJECT} GROUP BY person`
      const { rows } = await query(text, [project])
      return new Map(rows.map(({ person, name }) => [String(person), String(name)]))
    },
    revoke: (asked) => inTransaction(server, (run) => revoke(run, asked)),
    revokePerson: (asked) => inTransaction(server, (run) => revokePerson(run, asked)),
    leave: ({ project, person, tokenId }, now) =>
      inTransaction(server, async (run) => {
        if (!(await hasJoined(run, project, person))) return false
        const ended = await endToken(run, { project, scope: 'project', id: tokenId, now })
        if (ended === null) return false
        await note(run, { project, actor: person, now }, 'leave', `${ended.name} (${tokenId})`)
        return true
      }),
    async readSettings(project) {
      const [row] = (await query(READ_SETTINGS, [project], 'read_settings')).rows
      return {
        keepDays: Number(row?.['keep_days'] ?? KEEP_DAYS),
        share: row?.['share'] === 'messages' ? 'messages' : 'records',
      }
    },
    changeSettings: ({ keepDays, share, ...by }) =>
      inTransaction(server, async (run) => {
        if (keepDays !== undefined) {
          await run('UPDATE projects SET keep_days = $2 WHERE id = $1', [by.project, keepDays])
          await note(run, by, 'keep', `${keepDays} days`)
        }
        if (share !== undefined) {
          await run('UPDATE projects SET share = $2 WHERE id = $1', [by.project, share])
          await note(run, by, 'share', share)
        }
      }),
    async listAudit(project, { before = Number.MAX_SAFE_INTEGER, limit = MAX_LISTED } = {}) {
      const { rows } = await query(LIST_AUDIT, [project, before, limit])
      const next = rows.length < limit ? null : Number(rows.at(-1)!['id'])
      return { lines: rows.map(toAuditLine), next }
    },
  }
}

/** Whoever has all projects is in each of them, too. */
const OF_PROJECT = `project IN ($1, '${ALL_PROJECTS}')`
const LIST_PROJECTS =
  `SELECT id, (SELECT at FROM events WHERE events.project = projects.id AND kind = 'team.received' ` +
  'ORDER BY events.id DESC LIMIT 1) AS at FROM projects ' +
  'WHERE id = coalesce($1, id) AND EXISTS (SELECT 1 FROM audit ' +
  `WHERE audit.project = projects.id AND action = 'create-project') ORDER BY id LIMIT ${MAX_LISTED}`
// Not `*`: a newer server may add a column, and a prepared statement keeps to what it returned.
const FIND_TOKEN =
  'SELECT id, project, person, name, role, expires_at, last_used_at FROM tokens WHERE digest = $1 AND revoked_at IS NULL AND expires_at > $2'
const READ_SETTINGS = 'SELECT keep_days, share FROM projects WHERE id = $1'
const USE =
  'UPDATE invites SET used_at = $2 WHERE digest = $1 AND used_at IS NULL AND expires_at > $2'
// A link to the page has a name; an invite has none.
const USE_INVITE = `${USE} AND name IS NULL RETURNING project, role, person`
const USE_LINK = `${USE} AND name IS NOT NULL RETURNING project, role, person, name`
const OPEN = 'project = $1 AND name IS NULL AND used_at IS NULL'
/** Enough of the digest to name it by; it tells nothing of the code. */
const INVITE_ID = 'left(digest, 8)'
const NAME_OF = (person: string) =>
  `(SELECT min(name) FROM tokens WHERE ${OF_PROJECT} AND tokens.person = ${person})`
const LIST_INVITES =
  `SELECT ${INVITE_ID} AS id, role, expires_at, ${NAME_OF('invites.made_by')} AS maker, ` +
  `${NAME_OF('invites.person')} AS guest FROM invites WHERE ${OPEN} AND expires_at > $2 ` +
  `ORDER BY expires_at, digest LIMIT ${MAX_LISTED}`
const END_INVITE = `DELETE FROM invites WHERE ${OPEN} AND ${INVITE_ID} = $2`
const IS_OF_TEAM = `SELECT 1 FROM audit WHERE project = $1 AND action = 'create-project'`
const FIND_OWNER =
  `SELECT 1 FROM tokens WHERE project = $1 AND role = 'owner' AND revoked_at IS NULL ` +
  `AND expires_at > $2 AND name NOT LIKE '%${PAGE_MARK}' LIMIT 1`
const PUT_LINK =
  'INSERT INTO invites (digest, project, role, expires_at, person, name) VALUES ($1, $2, $3, $4, $5, $6)'
const LIST_AUDIT =
  `SELECT id, at, actor, coalesce(${NAME_OF('actor')}, actor) AS name, action, subject FROM audit ` +
  `WHERE ${OF_PROJECT} AND id < $2 ORDER BY id DESC LIMIT $3`
const PUT_TOKEN =
  'INSERT INTO tokens (id, digest, project, person, name, role, created_at, expires_at, made_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)'

const DROP_PAGES = `DELETE FROM tokens WHERE project = $1 AND person = $2 AND expires_at < $3 AND name LIKE '%${PAGE_MARK}'`
const END_PAGES = `UPDATE tokens SET revoked_at = $2 WHERE person = $1 AND revoked_at IS NULL AND name LIKE '%${PAGE_MARK}'`

type Run = (text: string, values: readonly unknown[]) => ReturnType<PgClient['query']>

export const inTransaction = <T>(
  server: PostgresServer,
  work: (run: Run) => Promise<T>,
): Promise<T> =>
  onClient(
    server,
    (client) => ask(server, client, 'BEGIN'),
    async (client) => {
      const result = await work((text, values) => ask(server, client, { text, values }))
      await ask(server, client, 'COMMIT')
      return result
    },
  )

/** A link that was lost or is too old must not lock a team out; whoever still has it does not come in. */
async function refuseUnlessOwnerless(run: Run, { project, now }: NewInvite): Promise<void> {
  const refuse = (remedy: string) => {
    throw new ReflectError('usage', `The project ${project} is there already`, { remedy })
  }
  if ((await run(IS_OF_TEAM, [project])).rows.length === 0) {
    refuse('It is a copy that `reflect migrate` made. Take another name.')
  }
  if ((await run(FIND_OWNER, [project, now])).rows.length > 0) {
    refuse(
      'Its owners invite others with `reflect team invite`. If none of them can, invite an owner on the page that `reflect team page --all` opens.',
    )
  }
  await run(`DELETE FROM invites WHERE ${OPEN} AND role = 'owner'`, [project])
}

async function putInvite(run: Run, invite: NewInvite): Promise<void> {
  const { code, project, role, expiresAt, actor, person = null } = invite
  const text =
    'INSERT INTO invites (digest, project, role, expires_at, made_by, person) VALUES ($1, $2, $3, $4, $5, $6)'
  await run(text, [sha256(code), project, role, expiresAt, actor, person])
  await note(run, invite, 'invite', role)
}

async function putToken(run: Run, made: NewToken): Promise<TeamMember> {
  const { token, tokenId, project, person, name, role, now, expiresAt, madeBy = null } = made
  const values = [tokenId, sha256(token), project, person, name, role, now, expiresAt, madeBy]
  await run(PUT_TOKEN, values)
  return toMember({ id: tokenId, project, person, name, role, expires_at: expiresAt })
}

async function join(run: Run, { code, before, ...member }: NewMember): Promise<TeamMember | null> {
  const { now } = member
  const [invite] = (await run(USE_INVITE, [sha256(code), now])).rows
  if (invite === undefined) return null
  const project = String(invite['project'])
  const role = invite['role'] as TeamRole
  const earlier = before === undefined ? null : await replaceToken(run, { project, before, now })
  const person = (invite['person'] as string | null) ?? earlier ?? member.person
  const name = await freeName(run, { project, person, name: member.name })
  const joined = await putToken(run, { ...member, name, person, project, role })
  await note(run, { project, actor: person, now }, 'join', `${name} (${role})`)
  return joined
}

const MAX_NAME = 64

/** Whose row it is, people read by the name: a second Ada is called Ada 2. */
async function freeName(
  run: Run,
  { project, person, name }: Pick<TeamMember, 'project' | 'person' | 'name'>,
): Promise<string> {
  // One at a time for each project, or two of them would both find the name free.
  await run('SELECT pg_advisory_xact_lock(hashtext($1))', [`names of ${project}`])
  const text = `SELECT 1 FROM tokens WHERE ${OF_PROJECT} AND person <> $2 AND lower(name) = lower($3) LIMIT 1`
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` ${n}`
    const free = `${name.slice(0, MAX_NAME - end.length)}${end}`
    if ((await run(text, [project, person, free])).rows.length === 0) return free
  }
}

/** Who this machine was until now; null for one that had the token of a machine, or of another project. */
async function replaceToken(
  run: Run,
  { project, before, now }: { project: string; before: string; now: string },
): Promise<string | null> {
  const text = 'SELECT id, person, name FROM tokens WHERE digest = $1 AND project = $2'
  const [found] = (await run(text, [sha256(before), project])).rows
  if (found === undefined || isPage(found['name'])) return null
  const person = String(found['person'])
  if (!(await hasJoined(run, project, person))) return null
  await endToken(run, { project, scope: 'project', id: String(found['id']), now })
  return person
}

/** By an invite: a token that an owner made is of no person, and may be on many machines. */
async function hasJoined(run: Run, project: string, person: string): Promise<boolean> {
  const text = `SELECT 1 FROM audit WHERE project = $1 AND actor = $2 AND action = 'join' LIMIT 1`
  return (await run(text, [project, person])).rows.length > 0
}

async function openPage(run: Run, { code, ...opened }: OpenedPage): Promise<TeamMember | null> {
  const { now } = opened
  const [link] = (await run(USE_LINK, [sha256(code), now])).rows
  if (link === undefined) return null
  const { project, person, name, role } = toMember({ ...link, id: opened.tokenId })
  // A browser's token is of no use behind its end: the audit says that there was one.
  await run(DROP_PAGES, [project, person, now])
  const page = { ...opened, project, person, role, name: `${name}${PAGE_MARK}` }
  const member = await putToken(run, page)
  await note(run, { project, actor: person, now }, 'open-page', name)
  return member
}

async function revoke(run: Run, asked: Revocation): Promise<boolean> {
  const { project, id, actor, now } = asked
  const ended = await endToken(run, asked)
  if (ended === null && (await run(END_INVITE, [project, id])).rowCount === 0) return false
  // Whoever is put out may have kept one of them for later.
  const open = `DELETE FROM invites WHERE made_by = $1 AND name IS NULL AND used_at IS NULL`
  if (ended !== null) await run(open, [ended.person])
  const subject = ended === null ? `invite ${id}` : `${ended.name} (${id})`
  await note(run, { project, actor, now }, 'revoke', subject)
  return true
}

async function revokePerson(
  run: Run,
  asked: Omit<Revocation, 'id'> & { person: string },
): Promise<number> {
  const { project, person } = asked
  const text = `SELECT id FROM tokens WHERE project = $1 AND revoked_at IS NULL AND (person = $2 OR made_by = $2) ORDER BY id`
  const { rows } = await run(text, [project, person])
  let ended = 0
  // A page ends with the machine's token that came before it.
  for (const { id } of rows) if (await revoke(run, { ...asked, id: String(id) })) ended += 1
  return ended
}

/** Whose token it was. With that of a machine its pages end, and the links to some not opened yet. */
async function endToken(
  run: Run,
  { project, scope, id, now }: Omit<Revocation, 'actor'>,
): Promise<{ person: string; name: string } | null> {
  const own = scope === 'all' ? OF_PROJECT : 'project = $1'
  const end = `UPDATE tokens SET revoked_at = $3 WHERE ${own} AND revoked_at IS NULL AND id = $2`
  const [ended] = (await run(`${end} RETURNING person, name`, [project, id, now])).rows
  if (ended === undefined) return null
  const [person, name] = [String(ended['person']), String(ended['name'])]
  if (!isPage(name)) {
    // In whichever project: a token for all of them opens pages of each.
    await run(END_PAGES, [person, now])
    await run('DELETE FROM invites WHERE person = $1 AND name IS NOT NULL', [person])
  }
  return { person, name }
}

export async function note(
  run: Run,
  { project, actor, now }: { project: string; actor: string | null; now: string },
  action: TeamAction,
  subject: string,
): Promise<void> {
  const text = 'INSERT INTO audit (project, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)'
  await run(text, [project, now, actor, action, subject])
}

const toMember = (row: Record<string, unknown>): TeamMember => ({
  tokenId: String(row['id']),
  project: String(row['project']),
  person: String(row['person']),
  name: withoutMark(String(row['name'])),
  role: row['role'] as TeamRole,
  scope: scopeOf(row['project']),
  isPage: isPage(row['name']),
  expiresAt: String(row['expires_at']),
})

const isPage = (name: unknown): boolean => String(name).endsWith(PAGE_MARK)
const withoutMark = (name: string): string =>
  isPage(name) ? name.slice(0, -PAGE_MARK.length) : name

const scopeOf = (project: unknown): TeamScope => (project === ALL_PROJECTS ? 'all' : 'project')

const toAuditLine = ({ at, actor, name, action, subject }: Record<string, unknown>) =>
  ({ at, actor, name, action, subject }) as TeamAuditLine

const toOpenInvite = ({ id, role, expires_at, maker, guest }: Record<string, unknown>) =>
  ({ id, role, expiresAt: expires_at, madeBy: maker, name: guest }) as TeamOpenInvite

const toToken = (row: Record<string, unknown>): TeamToken => ({
  id: String(row['id']),
  person: String(row['person']),
  name: String(row['name']),
  role: row['role'] as TeamRole,
  scope: scopeOf(row['project']),
  createdAt: String(row['created_at']),
  expiresAt: String(row['expires_at']),
  lastUsedAt: row['last_used_at'] as string | null,
  revokedAt: row['revoked_at'] as string | null,
})
