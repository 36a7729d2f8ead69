import {
  NewTeamInvite,
  TeamAudit,
  TeamPageLink,
  TeamInvite,
  TeamSessions,
  TeamTokens,
} from '../../schema/api/team.js'
import * as z from 'zod/mini'
import { ReflectError } from '../../schema/error.js'
import { openWorkspace } from '../../workspace.js'
import type { CliContext, CliNoun } from '../command.js'
import { oneLine } from '../../util/one-line.js'
import { programsOf } from '../programs-of.js'
import { table } from '../table.js'
import { askTeam } from '../../team/ask-team.js'
import { databaseUrl } from '../team/database-url.js'
import { projectName } from '../team/project-name.js'
import { neededLogin } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'

export const command: CliNoun = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
\`create\` is for whoever runs the server, and needs REFLECTION_DATABASE; \`sessions\` is for every member
of the project that this one is logged in to, the others are for its owners.

Examples:
  reflect team create cart                     on the server: prints the first owner's code
  reflect team                                 who is in, with which role, last seen when
  reflect team invite --role viewer --days 2
  reflect team sessions
  reflect team revoke 3fa9c2d1
  reflect team audit
  reflect team page                            people, tokens and what comes in, in a browser`,
    ),

  bare: 'tokens',
  verbs: {
    tokens: {
      summary: 'who is in, with which role, and when they last came',
      run: (context) =>
        loggedIn(context, async (login) => {
          const answer = await askTeam(login, 'GET /tokens', TeamTokens)
          const lines = answer.tokens.map((token) => [
            token.id,
            token.name,
            token.role,
            token.revokedAt === null ? `until ${day(token.expiresAt)}` : 'revoked',
            token.lastUsedAt === null ? 'never' : day(token.lastUsedAt),
          ])
          return { answer, text: table([['id', 'name', 'role', 'valid', 'last used'], ...lines]) }
        }),
    },
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
          return { answer, text: table([['ended', 'who', 'agent', 'status', 'why'], ...lines]) }
        }),
    },
    invite: {
      summary: 'a link that lets one person or machine in, once',
      configure: (command) =>
        void command
          .option('--role <role>', 'owner, member, viewer, or ingest: adds and reads nothing')
          .option('--days <number>', 'how long the link works, 1 to 30', '7'),
      run: (context, _words, { role, days }) =>
        loggedIn(context, async (login) => {
          const asked = NewTeamInvite.safeParse({ role, days: Number(days) })
          if (!asked.success) {
            throw new ReflectError('usage', 'An invite has a role, and 1 to 30 days', {
              remedy: 'Roles are owner, member, viewer and ingest.',
            })
          }
          const answer = await askTeam(login, 'POST /invites', TeamInvite, asked.data)
          const link = `${login.url}/#join=${answer.code}`
          const text = `${link}\nIt makes one ${answer.role}, once, until ${day(answer.expiresAt)}: reflect login <link>`
          return { answer: { ...answer, link }, text }
        }),
    },
    revoke: {
      summary: 'end a token at once',
      configure: (command) => void command.argument('<id>', 'the token, as the list names it'),
      run: (context, [id = '']) =>
        loggedIn(context, async (login) => {
          const route = `DELETE /tokens/${encodeURIComponent(id)}`
          const answer = await askTeam(login, route, z.strictObject({}))
          return { answer, text: `${id} no longer works.` }
        }),
    },
    page: {
      summary: 'a link that opens the page of the team for you, once',
      run: (context) =>
        loggedIn(context, async (login) => {
          const answer = await askTeam(login, 'POST /links', TeamPageLink, {})
          const link = `${login.url}/#login=${answer.code}`
          return {
            answer: { ...answer, link },
            text: `${link}\nIt works once, within five minutes.`,
          }
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
    create: {
      summary: 'on the server: make a project, and a code for its first owner',
      configure: (command) => void command.argument('<project>', 'its name'),
      async run(context, [project = '']) {
        projectName(project)
        const { createTeamProject } = programsOf(context)
        const input = { databaseUrl: databaseUrl(context), project, now: context.now }
        const code = await createTeamProject(input)
        context.print(
          context.json
            ? JSON.stringify({ project, code })
            : `The first owner of ${project} logs in, within a week, with\n  reflect login https://<your server>/#join=${code}`,
        )
        return 0
      },
    },
  },
}

async function loggedIn(
  context: CliContext,
  work: (login: TeamLogin) => Promise<{ answer: unknown; text: string }>,
): Promise<number> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const { answer, text } = await work(neededLogin(workspace.stateDir))
  context.print(context.json ? JSON.stringify(answer, null, 2) : text)
  return 0
}

const day = (instant: string): string => instant.slice(0, 10)
