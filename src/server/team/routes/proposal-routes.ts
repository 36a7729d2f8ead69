import * as team from '../../../schema/api/team.js'
import { whyNoProposal } from '../../../team/why-no-proposal.js'
import { randomHex } from '../../../util/random-hex.js'
import { HttpError } from '../../http/problem-of.js'
import { bodyOf, idOf, namesOf, readsStrictly } from '../team-route.js'
import type { TeamRoutes } from '../team-route.js'

/** What members propose to each other. The server keeps it; each takes it over on a machine of their own. */
export const proposalRoutes: TeamRoutes = {
  'GET /proposals': {
    needs: 'read',
    async answer({ context, member, options: { database } }) {
      const nameOf = await namesOf(database, member.project)
      const found = await database.proposals.list(member.project)
      const isStrict = readsStrictly({ context, member })
      const proposals = found.map(({ accepted, ...one }) => ({
        ...one,
        member: nameOf(one.person),
        ...(isStrict ? {} : { accepted }),
      }))
      return { proposals }
    },
  },
  'GET /proposals/:id': {
    needs: 'read',
    async answer({ context, member: { project }, options: { database } }) {
      const [found] = await database.proposals.list(project, idOf(context))
      if (found === undefined) throw new HttpError(404, 'not-found', 'There is no such proposal')
      return { ...found, member: (await namesOf(database, project))(found.person) }
    },
  },
  'POST /proposals': {
    needs: 'propose',
    async answer({ context, member: { project, person }, options: { database, now } }) {
      const { content, why } = await bodyOf(context, team.NewTeamProposal)
      const wrong = whyNoProposal(content)
      if (wrong !== null) throw new HttpError(400, 'usage', wrong)
      const proposal = { id: randomHex(8), person, at: now().toISOString(), why, content }
      if (await database.proposals.add(project, proposal)) return { id: proposal.id }
      throw new HttpError(409, 'usage', `${team.MAX_TEAM_PROPOSALS} proposals wait already`, {
        remedy: 'Withdraw one first: `reflect team withdraw <id>`.',
      })
    },
  },
  'POST /proposals/:id/accepted': {
    needs: 'read',
    async answer({ context, member: { project, person, isPage }, options: { database, now } }) {
      if (isPage) {
        throw new HttpError(403, 'forbidden', 'A proposal is accepted on your own machine', {
          remedy: 'reflect team accept <id>',
        })
      }
      const accepted = { id: idOf(context), person, now: now().toISOString() }
      if (await database.proposals.noteAccepted(project, accepted)) return {}
      throw new HttpError(404, 'not-found', 'There is no such proposal')
    },
  },
  'DELETE /proposals/:id': {
    needs: 'propose',
    async answer({ context, member: { project, person, role }, options: { database, now } }) {
      const asked = { project, id: idOf(context), actor: person, ofOthers: role === 'owner' }
      if (await database.proposals.withdraw({ ...asked, now: now().toISOString() })) return {}
      throw new HttpError(404, 'not-found', 'There is no such proposal that you may withdraw')
    },
  },
}
