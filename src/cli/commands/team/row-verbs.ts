import { renderSections } from '../../../digest/render-digest.js'
import { TeamDigests, TeamForgotten, TeamSessions } from '../../../schema/api/team.js'
import { askTeam } from '../../../team/ask-team.js'
import { count } from '../../../util/count.js'
import { oneLine } from '../../../util/one-line.js'
import { isAgreed } from '../../ask.js'
import { theTeam } from '../../opens.js'
import { listed } from '../../table.js'
import { argument } from '../../takes.js'
import { verb } from '../../command.js'
import type { CliNoun } from '../../command.js'
import { findPerson } from './find-person.js'

const MAX_LINE = 200

/** What members sent. */
export const rowVerbs: CliNoun['verbs'] = {
  sessions: verb({
    summary: 'how sessions of the team ended, newest first',
    opens: theTeam,
    async run(_, { login }) {
      const answer = await askTeam(login, 'GET /sessions', TeamSessions)
      const none =
        'No outcome of a session has come in yet. One is settled when the next session begins on its machine, or by `reflect outcomes` there.'
      const text = listed(
        answer.sessions,
        {
          ended: ({ endedAt }) => endedAt.slice(0, 16),
          who: ({ member }) => member,
          agent: ({ agent }) => agent,
          status: ({ status }) => status,
          why: ({ reason, asked }) => oneLine([reason, ...asked].filter(Boolean).join('; '), 100),
        },
        { none },
      )
      return { json: answer, text }
    },
  }),
  digest: verb({
    summary: 'what the team did last week',
    opens: theTeam,
    async run(_, { login }) {
      const answer = await askTeam(login, 'GET /digests', TeamDigests)
      const [newest] = answer.digests
      if (newest === undefined) {
        const none =
          'There is no digest yet: one is made on Mondays of each week in which rows came.'
        return { json: answer, text: none }
      }
      // A server may say what it likes; a terminal is told one line for each.
      const sections = newest.sections.map(({ title, lines }) => ({
        title: oneLine(title, MAX_LINE),
        lines: lines.map((line) => oneLine(line, MAX_LINE)),
      }))
      const title = `${login.project}, the week of ${newest.week}`
      return { json: answer, text: renderSections(title, sections) }
    },
  }),
  forget: verb({
    summary: 'delete everything that a person sent: yourself with `me`, others as an owner',
    takes: { who: argument('me, a name, or the id of a token of theirs') },
    person: true,
    opens: theTeam,
    async run({ who }, { login, ...context }) {
      const { person, name } = await findPerson(login, who)
      const question = `Delete everything that ${name} sent to ${login.project}, here and on the machines of others?`
      if (!(await isAgreed(context, question)))
        return { json: { rows: null }, text: 'Nothing was deleted.' }
      let rows = 0
      for (let more = true; more;) {
        const route = `DELETE /people/${encodeURIComponent(person)}`
        const part = await askTeam(login, route, TeamForgotten)
        rows += part.rows
        more = part.more
      }
      const next =
        person === login.person
          ? 'What your sessions learn from now on is sent again, until `reflect logout`.'
          : 'What their sessions learn from now on is sent again while a token of theirs is valid: ' +
            '`reflect team` lists them, `reflect team revoke <id>` ends one.'
      return {
        json: { rows },
        text: `Deleted ${count(rows, 'row')}; the machines of others follow with their next sync. ${next}`,
      }
    },
  }),
}
