import { argument, readAs } from '../takes.js'
import { accessVerbs } from './team/access-verbs.js'
import { proposalVerbs } from './team/proposal-verbs.js'
import { rowVerbs } from './team/row-verbs.js'
import { databaseUrl, linkOnServer, projectName, publicUrl } from './team/server-address.js'
import { settingsVerbs } from './team/settings-verbs.js'
import { programsOf, verb } from '../command.js'
import type { CliNoun } from '../command.js'

export const command: CliNoun = {
  about: `
\`create\` is for the person who runs the server, and needs REFLECTION_DATABASE. \`invite\`, \`token\`, \`revoke\`,
\`keep\` and \`audit\` are for owners of the project that this one is logged in to. The bare command shows
owners who is in, and other members their own name and rights.
Nothing that is proposed runs or is written here before you accept it.`,
  examples: `
  reflect team create cart                     on the server: prints the link for its first owner
  reflect team                                 who is in, with which role, last seen when
  reflect team invite --role viewer --days 2
  reflect team invite --for Ada                one more machine of hers
  reflect team token CI --days 90              for a machine that logs in again and again
  reflect team revoke 3fa9c2d1
  reflect team sessions
  reflect team digest                          last week; --json has the last twelve
  reflect team keep                            for how many days rows are kept
  reflect team keep 90                         rows older than 90 days go
  reflect team share messages                  takes messages too, of members who send them
  reflect team audit
  reflect team page                            people, tokens and what comes in, in a browser
  reflect team page --all                      on the server: the page of every project
  reflect team propose check test --why "it caught the last three"
  reflect team propose setting stop.maxAttempts 4
  reflect team proposals
  reflect team show 3fa9c2d1
  reflect team accept 3fa9c2d1                 shows all of it, and asks
  reflect team decline 3fa9c2d1
  reflect team withdraw 3fa9c2d1
  reflect team forget me                       deletes everything that you sent`,
  bare: 'tokens',
  verbs: {
    ...accessVerbs,
    ...rowVerbs,
    ...settingsVerbs,
    ...proposalVerbs,
    create: verb({
      summary: 'on the server: make a project, and a link for its first owner',
      takes: { project: readAs(argument('its name'), projectName) },
      person: true,
      async run({ project }, context) {
        const input = { databaseUrl: databaseUrl(context), project, now: context.now }
        const url = publicUrl(context)
        const { code, isNew } = await programsOf(context).createTeamProject(input)
        const { link, shown, hint } = linkOnServer(url, `/#join=${code}`)
        const whose = isNew
          ? `The first owner of ${project}`
          : `${project} is there already, and has no owner. Earlier links for one have ended. Its owner`
        const how = "logs in, within a week, in the project's folder, with"
        const text = `${whose} ${how}\n  reflect login ${shown}${hint}`
        return { json: { project, code, isNew, link }, text }
      },
    }),
  },
}
