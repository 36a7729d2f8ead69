/** What a code gives that works once: a token for a machine, or one for a browser. And how a machine leaves. */
import type { Context } from 'hono'
import * as team from '../../schema/api/team.js'
import { randomHex } from '../../util/random-hex.js'
import { HttpError } from '../http/problem-of.js'
import { findMember, tokenOf } from './find-member.js'
import { bodyOf, later, newToken } from './team-route.js'
import type { TeamAppOptions } from './team-route.js'

const TOKEN_DAYS = 365
/** How long a browser stays in. */
const PAGE_MS = 12 * 3_600_000

export async function join(
  context: Context,
  { database, now }: TeamAppOptions,
): Promise<team.TeamJoined> {
  const { code, name } = await bodyOf(context, team.TeamJoin)
  const token = newToken()
  const expiresAt = later(now(), TOKEN_DAYS)
  const ids = { tokenId: randomHex(8), person: randomHex(8) }
  const at = { now: now().toISOString(), expiresAt }
  const before = tokenOf(context)
  const member = await database.access.join({ code, before, token, name, ...ids, ...at })
  if (member === null) {
    throw new HttpError(401, 'unauthorized', 'This invite was used already, or is too old', {
      remedy: 'Ask an owner of the project for a new one: `reflect team invite`.',
    })
  }
  const { project, person, role } = member
  return { token, project, person, role, expiresAt }
}

export async function leave(context: Context, options: TeamAppOptions): Promise<team.TeamLeft> {
  const member = await findMember(context, options)
  const { database, now } = options
  return { isEnded: await database.access.leave(member, now().toISOString()) }
}

export async function openPage(
  context: Context,
  { database, now }: TeamAppOptions,
): Promise<team.TeamJoined> {
  const { code } = await bodyOf(context, team.TeamPageLogin)
  const token = newToken()
  const expiresAt = new Date(now().getTime() + PAGE_MS).toISOString()
  const at = { now: now().toISOString(), expiresAt }
  const member = await database.access.openPage({ code, token, tokenId: randomHex(8), ...at })
  if (member === null) {
    throw new HttpError(401, 'unauthorized', 'This link was used already, or is too old', {
      remedy: 'reflect team page',
    })
  }
  const { project, person, role } = member
  return { token, project, person, role, expiresAt }
}
