import { TeamAudit, TeamSettings } from '../../../schema/api/team.js'
import type { TeamSettingsChange } from '../../../schema/api/team.js'
import { askTeam } from '../../../team/ask-team.js'
import type { TeamLogin } from '../../../team/login-file.js'
import { count } from '../../../util/count.js'
import { theTeam } from '../../opens.js'
import { listed } from '../../table.js'
import { optional, readAs, readOneOf, readWhole } from '../../takes.js'
import { verb } from '../../command.js'
import type { CliNoun } from '../../command.js'

const SHARES = TeamSettings.shape.share.options

/** What a project decides for itself, and who changed what. */
export const settingsVerbs: CliNoun['verbs'] = {
  keep: verb({
    summary: 'show or change for how many days rows of the team are kept',
    takes: {
      days: readAs(optional('1 to 3650'), (typed, shown) => readWhole({ to: 3650 }, typed, shown)),
    },
    person: ({ days }) => days !== undefined,
    opens: theTeam,
    async run({ days: keepDays }, { login }) {
      const settings = await settingsOf(login, keepDays === undefined ? null : { keepDays })
      return { json: settings, text: `Rows are kept for ${count(settings.keepDays, 'day')}.` }
    },
  }),
  share: verb({
    summary: 'show or change whether the project takes and shows messages',
    takes: {
      what: readAs(optional('records or messages'), (typed, shown) =>
        readOneOf(SHARES, typed, shown),
      ),
    },
    person: ({ what }) => what !== undefined,
    opens: theTeam,
    async run({ what: share }, { login }) {
      const settings = await settingsOf(login, share === undefined ? null : { share })
      return {
        json: settings,
        text:
          settings.share === 'records'
            ? 'The project takes records alone.'
            : 'The project takes messages too, of members whose own `team.share` is messages.',
      }
    },
  }),
  audit: verb({
    summary: 'who changed what, newest first',
    opens: theTeam,
    async run(_, { login }) {
      const audit = await askTeam(login, 'GET /audit', TeamAudit)
      const text = listed(audit.lines, {
        at: ({ at }) => at,
        who: ({ name }) => name ?? 'the server',
        did: ({ action }) => action,
        what: ({ subject }) => subject,
      })
      return { json: audit, text }
    },
  }),
}

const settingsOf = (login: TeamLogin, change: TeamSettingsChange | null): Promise<TeamSettings> =>
  change === null
    ? askTeam(login, 'GET /settings', TeamSettings)
    : askTeam(login, 'PUT /settings', TeamSettings, change)
