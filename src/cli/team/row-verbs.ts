import { TeamDigests, TeamForgotten, TeamSessions } from '../../schema/api/team.js'
import type { Section } from '../../digest/read-digest.js'
import { renderSections } from '../../digest/render-digest.js'
import { askTeam } from '../../team/ask-team.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import type { CliNoun } from '../command.js'
import { table } from '../table.js'
import { findPerson } from './find-person.js'
import { loggedIn } from './logged-in.js'

/** What members sent. */
export const rowVerbs: CliNoun['verbs'] = {
  sessions: {
    summary: 'how sessions of the team ended, newest first',
    run: (context) =>
      loggedIn(context, async (login) => {
        const answer = await askTeam(login, 'GET /sessions', TeamSessions)
        const lines = answer.sessions.map(({ endedAt, member, agent, status, reason, asked }) => [
          endedAt.slice(0, 16),
          member,
          agent,
          status,
          oneLine([reason, ...asked].filter((text) => text !== '').join('; '), 100),
        ])
        const text =
          lines.length === 0
            ? 'No outcome of a session has come in yet. One is settled when the next session begins on its machine, or by `reflect outcomes` there.'
            : table([['ended', 'who', 'agent', 'status', 'why'], ...lines])
        return { answer, text }
      }),
  },
  digest: {
    summary: 'what the team did last week',
    run: (context) =>
      loggedIn(context, async (login) => {
        const answer = await askTeam(login, 'GET /digests', TeamDigests)
        const [newest] = answer.digests
        const text =
          newest === undefined
            ? 'There is no digest yet: one is made on Mondays of each week in which rows came.'
            : renderSections(
                `${login.project}, the week of ${newest.week}`,
                newest.sections.map(plainSection),
              )
        return { answer, text }
      }),
  },
  forget: {
    summary: 'delete everything that a person sent: yourself with `me`, others as an owner',
    configure: (command) =>
      void command.argument('<who>', 'me, a name, or the id of a token of theirs'),
    run: (context, [who = ''], options) =>
      loggedIn(context, async (login) => {
        const { person, name } = await findPerson(login, who)
        const question = `Delete everything that ${name} sent to ${login.project}, here and on the machines of others?`
        if (options['yes'] !== true && !(await context.confirm(question, false))) {
          return { answer: { rows: null }, text: 'Nothing was deleted.' }
        }
        const answer = { rows: 0 }
        for (let more = true; more;) {
          const route = `DELETE /people/${encodeURIComponent(person)}`
          const part = await askTeam(login, route, TeamForgotten)
          answer.rows += part.rows
          more = part.more
        }
        return {
          answer,
          text:
            `Deleted ${count(answer.rows, 'row')}; the machines of others follow with their next sync. ` +
            (person === login.person
              ? 'What your sessions learn from now on is sent again, until `reflect logout`.'
              : 'What their sessions learn from now on is sent again while a token of theirs is valid: `reflect team` lists them, `reflect team revoke <id>` ends one.'),
        }
      }),
  },
}

/** A server may say what it likes; a terminal is told one line for each. */
const plainSection = ({ title, lines }: Section): Section => ({
  title: oneLine(title, MAX_LINE),
  lines: lines.map((line) => oneLine(line, MAX_LINE)),
})
const MAX_LINE = 200
