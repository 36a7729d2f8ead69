import * as team from '../../../schema/api/team.js'
import { bodyOf, queryOf } from '../team-route.js'
import type { TeamRoutes } from '../team-route.js'

const AUDIT_PAGE = 100

/** What a project decides for itself, and who changed what. */
export const settingsRoutes: TeamRoutes = {
  'GET /settings': {
    needs: 'read',
    answer: ({ member: { project }, options }) => options.database.access.readSettings(project),
  },
  'PUT /settings': {
    needs: 'manage',
    async answer({ context, member: { project, person }, options }) {
      const settings = await bodyOf(context, team.TeamSettingsChange)
      const by = { project, actor: person, now: options.now().toISOString() }
      await options.database.access.changeSettings({ ...settings, ...by })
      return options.database.access.readSettings(project)
    },
  },
  'GET /audit': {
    needs: 'manage',
    answer: async ({ context, member: { project }, options }) => {
      const { before } = queryOf(context, team.TeamPageQuery)
      const asked = before === undefined ? {} : { before }
      return options.database.access.listAudit(project, { ...asked, limit: AUDIT_PAGE })
    },
  },
}
