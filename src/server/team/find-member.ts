import type { Context } from 'hono'
import type { PostgresDatabase } from '../../store/postgres.js'
import type { TeamMember } from '../../store/postgres/team-access.js'
import { HttpError } from '../http/problem-of.js'

/** Whose token a request has. */
export async function findMember(
  context: Context,
  { database, now }: { database: PostgresDatabase; now(): Date },
): Promise<TeamMember> {
  const token = tokenOf(context)
  const member =
    token === undefined ? null : await database.access.authenticate(token, now().toISOString())
  if (member !== null) return member
  throw new HttpError(
    401,
    'unauthorized',
    token === undefined
      ? 'A token is needed'
      : 'This token has ended, was revoked, or is of another server',
    {
      remedy: 'Log in with an invite: `reflect login <link>`.',
      headers: { 'www-authenticate': 'Bearer realm="reflectory"' },
    },
  )
}

export const tokenOf = ({ req }: Context): string | undefined =>
  /^Bearer (rt_[\w-]{43})$/i.exec(req.header('authorization') ?? '')?.[1]

/** The member in the project that a request names. What is not theirs is as if it was not there. */
export async function memberIn(
  named: string | undefined,
  member: TeamMember,
  { access }: PostgresDatabase,
): Promise<TeamMember> {
  if (named === undefined || named === member.project) return member
  const isTheirs = member.scope === 'all' && (await access.listProjects(named)).length === 1
  if (isTheirs) return { ...member, project: named }
  throw new HttpError(404, 'not-found', 'You are in no project of this name')
}
