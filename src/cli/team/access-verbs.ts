import path from 'node:path'
import * as z from 'zod/mini'
import {
  MadeTeamToken,
  NewTeamInvite,
  NewTeamToken,
  TeamInvite,
  TeamMe,
  TeamOpenInvites,
  TeamPageLink,
  TeamTokens,
} from '../../schema/api/team.js'
import type { TeamOpenInvite, TeamToken } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { ShownName } from '../../schema/shown-name.js'
import { count } from '../../util/count.js'
import { readBounded } from '../../util/read-bounded.js'
import { askTeam } from '../../team/ask-team.js'
import { otherLogins } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'
import type { CliContext, CliNoun } from '../command.js'
import { programsOf } from '../programs-of.js'
import { table } from '../table.js'
import { databaseUrl } from './database-url.js'
import { findPerson } from './find-person.js'
import { day, loggedIn } from './logged-in.js'
import { onlyHere, publicLink, publicUrl, replaceAddress } from './public-url.js'

/** Rows of the list on one page. */
const PAGE = 50

/** Who is in, and how others come in. */
export const accessVerbs: CliNoun['verbs'] = {
  tokens: {
    summary: 'who is in, with which role, and when each was last seen',
    configure: (command) =>
      void command.option('--page <number>', `${PAGE} on a page, those who are in first`, '1'),
    run: (context, _words, { page }) =>
      loggedIn(context, async (login) => {
        const me = await askTeam(login, 'GET /me', TeamMe)
        if (me.role !== 'owner') return { answer: me, text: describeMe(me, login.url) }
        const answer = {
          ...(await askTeam(login, 'GET /tokens', TeamTokens)),
          invites: await openInvites(login),
        }
        const now = context.now().toISOString()
        const sorted = answer.tokens.toSorted((a, b) => isLive(b, now) - isLive(a, now))
        const from = (Math.max(1, Math.trunc(Number(page)) || 1) - 1) * PAGE
        const left = sorted.length - from - PAGE
        const lines = sorted
          .slice(from, from + PAGE)
          .map((token) => [
            token.id,
            token.name,
            token.scope === 'all' ? `${token.role} of all` : token.role,
            token.revokedAt === null
              ? `until ${day(token.expiresAt)}`
              : `ended ${day(token.revokedAt)}`,
            token.lastUsedAt === null ? 'never' : day(token.lastUsedAt),
          ])
        const people = table([['id', 'name', 'role', 'valid', 'last used'], ...lines])
        const more = left > 0 ? [`${left} more: \`reflect team --page ${from / PAGE + 2}\``] : []
        return { answer, text: [people, ...more, ...describeInvites(answer.invites)].join('\n') }
      }),
  },
  invite: {
    summary: 'a link that lets one person or machine in, once',
    configure: (command) =>
      void command
        .option('--role <role>', 'owner, member, viewer, or ingest: adds and reads nothing')
        .option('--days <number>', 'how long the link works, 1 to 30', '7')
        .option('--for <who>', 'one more machine of who is in: me, a name, or the id of a token')
        .option('--names <file>', 'an invite for each line of a file, which is a name'),
    run: (context, _words, { role, days, for: who, names }) =>
      loggedIn(context, async (login) => {
        if (names !== undefined) return inviteAll(String(names), { role, days }, login, context)
        const guest = who === undefined ? null : await findPerson(login, String(who))
        const asked = NewTeamInvite.safeParse({
          role: role ?? guest?.role,
          days: Number(days),
          person: guest?.person,
        })
        if (!asked.success) {
          throw new ReflectError('usage', 'An invite has a role, and 1 to 30 days', {
            remedy: 'Roles are owner, member, viewer and ingest.',
          })
        }
        const answer = await askTeam(login, 'POST /invites', TeamInvite, asked.data)
        const at = answer.url ?? login.url
        const link = `${at}/#join=${answer.code}`
        const what =
          guest === null
            ? `makes one ${answer.role}`
            : `lets ${guest.name} in as ${answer.role} on one more machine`
        const text = `${link}\nIt ${what}, once, until ${day(answer.expiresAt)}: reflect login <link>${onlyHere(at)}`
        return { answer: { ...answer, link }, text }
      }),
  },
  token: {
    summary: 'a token for a machine, shown once; it may log in as often as it needs',
    configure: (command) =>
      void command
        .argument('<name>', 'how others of the team see the machine')
        .option('--role <role>', 'ingest: adds and reads nothing; or viewer, member, owner')
        .option('--days <number>', 'how long it is valid, 1 to 365', '365'),
    run: (context, [name], { role, days }) =>
      loggedIn(context, async (login) => {
        const asked = NewTeamToken.safeParse({ name, role, days: Number(days) })
        if (!asked.success) {
          throw new ReflectError('usage', 'A token has a name, a role, and 1 to 365 days', {
            remedy:
              'Roles are ingest, viewer, member and owner; a name is letters, digits, spaces and ._@-',
          })
        }
        const answer = await askTeam(login, 'POST /tokens', MadeTeamToken, asked.data)
        const at = answer.url ?? login.url
        const link = `${at}/#token=${answer.token}`
        const text = `${link}\nShown this once. ${answer.name} (${answer.role}) logs in with it until ${day(answer.expiresAt)}: reflect login <link>${onlyHere(at)}`
        return { answer: { ...answer, link }, text }
      }),
  },
  revoke: {
    summary: 'end a token or an open invite at once',
    configure: (command) =>
      void command
        .argument('[id]', 'the token or the invite, as the list names it')
        .option(
          '--person <who>',
          'all tokens of a person, what they made for machines, their open invites',
        ),
    run: (context, [id = ''], { person: who }) =>
      loggedIn(context, async (login) => {
        if (who !== undefined) {
          const { person, name } = await findPerson(login, String(who))
          const all = `DELETE /people/${encodeURIComponent(person)}/tokens`
          const answer = await askTeam(login, all, z.object({ ended: z.number() }))
          return {
            answer,
            text: `${name}: ${count(answer.ended, 'token')} ended, and open invites.`,
          }
        }
        if (id === '') {
          throw new ReflectError('usage', 'What is to end?', {
            remedy: 'Name the id of a token or an invite, or --person <who>.',
          })
        }
        const route = `DELETE /tokens/${encodeURIComponent(id)}`
        const answer = await askTeam(login, route, z.object({}))
        return { answer, text: `${id} no longer works.` }
      }),
  },
  page: {
    summary: 'a link that opens the page of the team for you, once',
    configure: (command) =>
      void command.option('--all', 'on the server: the page of every project, as an owner'),
    run: (context, _words, { all }) => (all === true ? linkForAll(context) : linkForMe(context)),
  },
}

/** 1 while it lets its holder in, else 0. */
const isLive = ({ revokedAt, expiresAt }: TeamToken, now: string): number =>
  Number(revokedAt === null && expiresAt > now)

const MAX_NAMES = 500

/** One invite for each name of a file; the names are for whoever hands the links out. */
async function inviteAll(
  file: string,
  { role, days }: { role: unknown; days: unknown },
  login: TeamLogin,
  { cwd }: CliContext,
) {
  const options = { followLink: true, maxBytes: 64 * 1024 }
  const read = readBounded(path.resolve(cwd, file), options)
  const text = read.state === 'bytes' ? read.bytes.toString('utf8') : ''
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const asked = NewTeamInvite.safeParse({ role, days: Number(days) })
  const wrong = names.find((name) => !ShownName.safeParse(name).success)
  if (!asked.success || wrong !== undefined || names.length === 0 || names.length > MAX_NAMES) {
    const remedy = wrong === undefined ? 'Write one name a line.' : `No name: ${wrong.slice(0, 64)}`
    const message = `${file} has no list of 1 to ${MAX_NAMES} names`
    throw new ReflectError('usage', message, { remedy })
  }
  const invites = []
  for (const name of names) {
    const { url, code, ...answer } = await askTeam(login, 'POST /invites', TeamInvite, asked.data)
    invites.push({ name, ...answer, link: `${url ?? login.url}/#join=${code}` })
  }
  return { answer: { invites }, text: table(invites.map(({ name, link }) => [name, link])) }
}

const openInvites = (login: TeamLogin): Promise<TeamOpenInvite[]> =>
  askTeam(login, 'GET /invites', TeamOpenInvites).then(
    ({ invites }) => invites,
    (error: unknown) => {
      // An older server does not list them.
      if (error instanceof ReflectError && error.code === 'not-found') return []
      throw error
    },
  )

function describeInvites(invites: readonly TeamOpenInvite[]): string[] {
  if (invites.length === 0) return []
  const lines = invites.map(({ id, role, name, madeBy, expiresAt }) => [
    id,
    name ?? 'someone new',
    role,
    `until ${day(expiresAt)}`,
    madeBy ?? 'the server',
  ])
  return ['', 'Open invites:', table([['id', 'for', 'role', 'valid', 'made by'], ...lines])]
}

/** Who else is in is for owners alone. */
function describeMe({ name, project, role, expiresAt }: TeamMe, url: string): string {
  const may = MAY[role].map((verb) => `\`reflect ${verb}\``).join(', ')
  return [
    `You are ${name}, ${role} of ${project} at ${url}, until ${day(expiresAt)}.`,
    `Owners see who else is in. You may: ${may}.`,
  ].join('\n')
}

const MAY: Readonly<Record<TeamMe['role'], readonly string[]>> = {
  owner: [],
  member: ['team sessions', 'team digest', 'team proposals', 'team propose', 'team page', 'sync'],
  viewer: ['team sessions', 'team digest', 'team proposals', 'team page', 'sync'],
  ingest: ['sync'],
}

const WORKS_ONCE = 'It works once, within five minutes.'

const newLink = (login: TeamLogin) => askTeam(login, 'POST /links', TeamPageLink, {})

/** The page shows each project of this server that you are logged in to on this machine. */
const linkForMe = (context: CliContext): Promise<number> =>
  loggedIn(context, async (login, { stateDir }) => {
    const answer = await newLink(login)
    // Of another one the token may have ended, or be for sending alone.
    const others = await Promise.allSettled(otherLogins(stateDir, login).map(newLink))
    const codes = others.flatMap((one) => (one.status === 'fulfilled' ? one.value.code : []))
    const address = `${answer.url ?? login.url}/p/${encodeURIComponent(login.project)}/`
    const whole = `${address}#login=${[answer.code, ...codes].join(',')}`
    return { answer: { ...answer, link: whole }, text: `${whole}\n${WORKS_ONCE}` }
  })

async function linkForAll(context: CliContext): Promise<number> {
  const { now, author } = context
  const input = { databaseUrl: databaseUrl(context), name: author ?? null, now }
  const url = publicUrl(context)
  const code = await programsOf(context).linkTeamPage(input)
  const link = publicLink(url, `/#login=${code}`)
  context.print(
    context.json
      ? JSON.stringify({ code, link: url === null ? null : link })
      : `${link}\n${WORKS_ONCE} It shows every project, with the rights of an owner.${replaceAddress(url)}`,
  )
  return 0
}
