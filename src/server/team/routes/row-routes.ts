import type { Context } from 'hono'
import * as team from '../../../schema/api/team.js'
import { HttpError } from '../../http/problem-of.js'
import { forgetPerson } from '../forget-person.js'
import { readActivity } from '../read-activity.js'
import { senderOf } from '../../../team/sender-of.js'
import { isAt, readFacts, readSessions, takeRows } from '../take-rows.js'
import { bodyOf, idOf, namesOf, queryOf, readsStrictly } from '../team-route.js'
import type { TeamAppOptions, TeamRoutes } from '../team-route.js'

const DIGESTS = 12

/** Asked for only where a row has messages: most have none. */
const shareOf =
  ({ database }: TeamAppOptions, project: string) =>
  async (): Promise<team.TeamSettings['share']> =>
    (await database.access.readSettings(project)).share

const sends = ({ req }: Context, headers: Readonly<Record<string, string>>): boolean =>
  Object.entries(headers).every(([name, value]) => req.header(name) === value)

/** Names for people to read: whose rows these are. */
async function sendersOf(rows: readonly unknown[], { database }: TeamAppOptions, project: string) {
  if (rows.length === 0) return []
  const nameOf = await namesOf(database, project)
  const people = new Set(rows.map((row) => senderOf((row as { id: string }).id)))
  return [...people].map((person) => ({ person, name: nameOf(person) }))
}

/** What members send, and what they and their machines see of it. */
export const rowRoutes: TeamRoutes = {
  'POST /rows': {
    needs: 'add',
    async answer({ context, member, options }) {
      const batch = await bodyOf(context, team.TeamBatch)
      const { project, person, name, tokenId } = member
      options.quotas.take('rows of a token', tokenId, batch.rows.length)
      options.quotas.take('rows of a project', project, batch.rows.length)
      const store = await options.database.openStore({ project, author: name })
      const now = options.now().toISOString()
      const readShare = shareOf(options, project)
      const receipt = await takeRows(store, batch, { person, now, readShare })
      options.metrics.countRows(receipt)
      return receipt
    },
  },
  'GET /facts': {
    needs: 'read',
    async answer({ context, member, options }) {
      const { after } = queryOf(context, team.TeamFactsQuery)
      const store = await options.database.openStore({ project: member.project })
      const { share } = await options.database.access.readSettings(member.project)
      const mark = context.req.header(team.MARK_HEADER)
      const isRestored = mark !== undefined && !(await isAt(store, after, mark))
      const facts = isRestored
        ? { rows: [], gone: [], next: 0, more: true, isRestored }
        : await readFacts(store, {
            person: sends(context, team.KNOWS_OWN) ? null : member.person,
            after,
            share,
            isNewestFirst: sends(context, team.NEWEST_FIRST),
          })
      if (!readsStrictly({ context, member })) {
        return { ...facts, people: await sendersOf(facts.rows, options, member.project) }
      }
      const { rows, gone, next, more } = facts
      return { rows, gone, next, more }
    },
  },
  'GET /sessions': {
    needs: 'read',
    async answer({ context, member, options: { database } }) {
      const { project } = member
      const names = await namesOf(database, project)
      const { share } = await database.access.readSettings(project)
      const { sessions } = await readSessions(await database.openStore({ project }), names, share)
      if (!readsStrictly({ context, member })) return { sessions }
      const known = ({ status }: (typeof sessions)[number]) =>
        status === 'waiting' ? 'unknown' : status
      return { sessions: sessions.map((one) => ({ ...one, status: known(one) })) }
    },
  },
  'GET /activity': {
    needs: 'read',
    async answer({ context, member: { project }, options: { database } }) {
      const names = await namesOf(database, project)
      const store = await database.openStore({ project })
      const { share } = await database.access.readSettings(project)
      const { before } = queryOf(context, team.TeamPageQuery)
      return readActivity(store, names, { share, before })
    },
  },
  'GET /digests': {
    needs: 'read',
    answer: async ({ member: { project }, options: { database } }) => ({
      digests: await database.digests.list(project, DIGESTS),
    }),
  },
  'DELETE /people/:id': {
    needs: null,
    async answer({ context, member: { project, person: actor, role }, options }) {
      const person = idOf(context)
      if (role === 'ingest' || (person !== actor && role !== 'owner')) {
        throw new HttpError(403, 'forbidden', 'Only an owner deletes what others or machines sent')
      }
      if (!(await options.database.access.listNames(project)).has(person)) {
        throw new HttpError(404, 'not-found', 'There is no such person in this project')
      }
      const now = options.now().toISOString()
      return forgetPerson(options.database, { project, person, actor, now })
    },
  },
}
