import * as team from '../../../schema/api/team.js'
import { ALL_PROJECTS } from '../../../schema/api/team.js'
import type { TeamRole } from '../../../schema/api/team.js'
import type { TeamMember } from '../../../store/postgres/team-access.js'
import { randomHex } from '../../../util/random-hex.js'
import { newSecret } from '../../access/token-file.js'
import { HttpError } from '../../http/problem-of.js'
import { bodyOf, idOf, later, newToken, reachedAt } from '../team-route.js'
import type { TeamRoutes } from '../team-route.js'

/** How long a link to the page works. */
export const PAGE_LINK_MS = 5 * 60_000

/** Who is in, and how others come in. */
export const accessRoutes: TeamRoutes = {
  'GET /me': {
    needs: null,
    isForAll: true,
    answer: async ({ member: { project, person, name, role, scope, expiresAt } }) => ({
      project,
      person,
      name,
      role,
      scope,
      expiresAt,
    }),
  },
  'GET /projects': {
    needs: 'read',
    isForAll: true,
    async answer({ member: { project, person, name, role, scope }, options: { database } }) {
      const only = project === ALL_PROJECTS ? undefined : project
      return { person, name, role, scope, projects: await database.access.listProjects(only) }
    },
  },
  'POST /links': {
    needs: 'read',
    async answer(asked) {
      const { database, now } = asked.options
      const { project, person, name, role, isPage } = asked.member
      // A browser that could would never be out.
      if (isPage) throw new HttpError(403, 'forbidden', 'A page makes no link to another page')
      const expiresAt = new Date(now().getTime() + PAGE_LINK_MS).toISOString()
      const code = newSecret()
      await database.access.linkPage({ code, project, person, name, role, expiresAt })
      return { code, expiresAt, ...reachedAt(asked) }
    },
  },
  'POST /invites': {
    needs: 'manage',
    async answer(asked) {
      const { context, member, options } = asked
      const { role, days, person } = await bodyOf(context, team.NewTeamInvite)
      // Whoever runs the server lets an owner in where a project has none left.
      if (member.scope !== 'all') refuseOwnerOfPage(member, role)
      const now = options.now()
      const invite = { code: newSecret(), role, expiresAt: later(now, days) }
      const by = { project: member.project, actor: member.person, now: now.toISOString() }
      if (await options.database.access.invite({ ...invite, ...by, person })) {
        return { ...invite, ...reachedAt(asked) }
      }
      throw new HttpError(404, 'not-found', 'No one of this id joined the project')
    },
  },
  'GET /invites': {
    needs: 'manage',
    answer: async ({ member: { project }, options: { database, now } }) => ({
      invites: await database.access.listInvites(project, now().toISOString()),
    }),
  },
  'POST /tokens': {
    needs: 'manage',
    async answer(asked) {
      const { context, member, options } = asked
      const { name, role, days, scope } = await bodyOf(context, team.NewTeamToken)
      if (scope === 'all' && member.scope !== 'all') {
        throw new HttpError(403, 'forbidden', 'Your own token is for one project')
      }
      refuseOwnerOfPage(member, role)
      if (scope === 'all' && member.isPage && role !== 'ingest') {
        throw new HttpError(
          403,
          'forbidden',
          'For all projects a page makes tokens for sending alone',
        )
      }
      const now = options.now()
      const expiresAt = later(now, days)
      const made = { token: newToken(), tokenId: randomHex(8), name, role, expiresAt }
      await options.database.access.createToken({
        ...made,
        project: scope === 'all' ? ALL_PROJECTS : member.project,
        person: randomHex(8),
        actor: member.person,
        now: now.toISOString(),
      })
      const { tokenId: id, token } = made
      return { id, token, name, role, scope, expiresAt, ...reachedAt(asked) }
    },
  },
  'GET /tokens': {
    needs: 'manage',
    answer: async ({ member: { project }, options }) => ({
      project,
      tokens: await options.database.access.listTokens(project),
    }),
  },
  'DELETE /people/:id/tokens': {
    needs: 'manage',
    async answer({ context, member, options }) {
      const { project, person: actor, scope } = member
      const asked = { project, scope, actor, person: idOf(context) }
      const now = options.now().toISOString()
      const ended = await options.database.access.revokePerson({ ...asked, now })
      if (ended > 0) return { ended }
      throw new HttpError(404, 'not-found', 'No token of such a person still lets anybody in')
    },
  },
  'DELETE /tokens/:id': {
    needs: 'manage',
    async answer({ context, member: { project, person, scope }, options }) {
      const now = options.now().toISOString()
      const asked = { project, scope, id: idOf(context), actor: person, now }
      if (await options.database.access.revoke(asked)) return {}
      throw new HttpError(
        404,
        'not-found',
        'There is no such token or invite that still lets anybody in',
      )
    },
  },
}

/**
 * A browser's rights end with its hours: an owner that it made could make others for ever. Members that
 * it lets in can't, and owners see and revoke them.
 */
function refuseOwnerOfPage({ isPage }: TeamMember, role: TeamRole): void {
  if (!isPage || role !== 'owner') return
  throw new HttpError(403, 'forbidden', 'A page makes no owner: `reflect team invite --role owner`')
}
