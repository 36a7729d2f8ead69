import { TeamAudit, TeamSettings, TeamSettingsChange } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { askTeam } from '../../team/ask-team.js'
import { count } from '../../util/count.js'
import type { CliNoun } from '../command.js'
import { table } from '../table.js'
import { loggedIn } from './logged-in.js'

/** What a project decides for itself, and who changed what. */
export const settingsVerbs: CliNoun['verbs'] = {
  keep: {
    summary: 'show or change for how many days rows of the team are kept',
    configure: (command) => void command.argument('[days]', '1 to 3650'),
    run: (context, [days]) =>
      loggedIn(context, async (login) => {
        const asked = TeamSettingsChange.safeParse({ keepDays: Number(days) })
        if (days !== undefined && !asked.success) {
          throw new ReflectError('usage', 'Rows are kept for 1 to 3650 days', {
            remedy: 'Name a whole number of days: `reflect team keep 90`.',
          })
        }
        const answer = asked.success
          ? await askTeam(login, 'PUT /settings', TeamSettings, asked.data)
          : await askTeam(login, 'GET /settings', TeamSettings)
        return { answer, text: `Rows are kept for ${count(answer.keepDays, 'day')}.` }
      }),
  },
  share: {
    summary: 'show or change whether the project takes and shows messages',
    configure: (command) => void command.argument('[what]', 'records or messages'),
    run: (context, [what]) =>
      loggedIn(context, async (login) => {
        const asked = TeamSettingsChange.safeParse({ share: what })
        if (!asked.success) {
          throw new ReflectError('usage', 'A project takes records or messages', {
            remedy: 'reflect team share records',
          })
        }
        const answer =
          what === undefined
            ? await askTeam(login, 'GET /settings', TeamSettings)
            : await askTeam(login, 'PUT /settings', TeamSettings, asked.data)
        const text =
          answer.share === 'records'
            ? 'The project takes records alone.'
            : 'The project takes messages too, of members whose own `team.share` is messages.'
        return { answer, text }
      }),
  },
  audit: {
    summary: 'who changed what, newest first',
    run: (context) =>
      loggedIn(context, async (login) => {
        const answer = await askTeam(login, 'GET /audit', TeamAudit)
        const lines = answer.lines.map(({ at, name, action, subject }) => [
          at,
          name ?? 'the server',
          action,
          subject,
        ])
        return { answer, text: table([['at', 'who', 'did', 'what'], ...lines]) }
      }),
  },
}
