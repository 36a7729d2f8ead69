import path from 'node:path'
import * as z from 'zod/mini'
import {
  MadeTeamToken,
  TeamInvite,
  TeamMe,
  TeamOpenInvites,
  TeamPageLink,
  TeamRole,
  TeamTokens,
} from '../../../schema/api/team.js'
import type { TeamOpenInvite, TeamToken } from '../../../schema/api/team.js'
import { ReflectError } from '../../../schema/error.js'
import { ShownName } from '../../../schema/shown-name.js'
import { askTeam } from '../../../team/ask-team.js'
import { otherLogins } from '../../../team/login-file.js'
import type { TeamLogin } from '../../../team/login-file.js'
import { count } from '../../../util/count.js'
import { readBounded } from '../../../util/read-bounded.js'
import { programsOf, verb } from '../../command.js'
import type { CliContext, CliNoun, Shown } from '../../command.js'
import { theTeam } from '../../opens.js'
import { listed, table } from '../../table.js'
import { argument, flag, oneOf, optional, text, whole } from '../../takes.js'
import { databaseUrl, linkOnServer, onlyHere, publicUrl } from './server-address.js'
import { findPerson } from './find-person.js'

/** Rows of the list on one page. */
const PAGE = 50
const role = oneOf(
  '<role>',
  'owner, member, viewer, or ingest: adds and reads nothing',
  TeamRole.options,
)

/** Who is in, and how others come in. */
export const accessVerbs: CliNoun['verbs'] = {
  tokens: verb({
    summary: 'who is in, with which role, and when each was last seen',
    takes: {
      page: whole('<number>', `${PAGE} on a page, those who are in first`, { to: 10_000 }, 1),
    },
    opens: theTeam,
    async run({ page }, { login, now }) {
      const me = await askTeam(login, 'GET /me', TeamMe)
      if (me.role !== 'owner') return { json: me, text: describeMe(me, login.url) }
      const found = await askTeam(login, 'GET /tokens', TeamTokens)
      const invites = await openInvites(login)
      const at = now().toISOString()
      const sorted = found.tokens.toSorted((a, b) => isLive(b, at) - isLive(a, at))
      const left = sorted.length - page * PAGE
      const lines = [
        describeTokens(sorted.slice((page - 1) * PAGE, page * PAGE)),
        ...(left > 0 ? [`${left} more: \`reflect team --page ${page + 1}\``] : []),
        ...describeInvites(invites),
      ]
      return { json: { ...found, invites }, text: lines.join('\n') }
    },
  }),
  invite: verb({
    summary: 'a link that lets one person or machine in, once',
    takes: {
      role,
      days: whole('<number>', 'how long the link works, 1 to 30', { to: 30 }, 7),
      for: text('<who>', 'one more machine of who is in: me, a name, or the id of a token'),
      names: text('<file>', 'an invite for each line of a file, which is a name'),
    },
    person: true,
    opens: theTeam,
    async run({ role, days, for: who, names }, { login, cwd }) {
      if (names !== undefined) {
        const invites = []
        for (const name of readNames(path.resolve(cwd, names), names)) {
          const { expiresAt, link, role: as } = await invited(login, { role, days })
          invites.push({ name, role: as, expiresAt, link })
        }
        const text = table(invites.map(({ name, link }) => [name, link]))
        return { json: { invites }, text }
      }
      const guest = who === undefined ? null : await findPerson(login, who)
      const asked = { role: role ?? guest?.role, days, person: guest?.person }
      const { at, ...invite } = await invited(login, asked)
      const what =
        guest === null
          ? `makes one ${invite.role}`
          : `lets ${guest.name} in as ${invite.role} on one more machine`
      const until = `once, until ${day(invite.expiresAt)}: reflect login <link>${onlyHere(at)}`
      return { json: invite, text: `${invite.link}\nIt ${what}, ${until}` }
    },
  }),
  token: verb({
    summary: 'a token for a machine, shown once; it may log in as often as it needs',
    takes: {
      name: argument('how others of the team see the machine'),
      role,
      days: whole('<number>', 'how long it is valid, 1 to 365', { to: 365 }, 365),
    },
    person: true,
    opens: theTeam,
    async run({ name, role, days }, { login }) {
      refuseNames([name])
      const made = await askTeam(login, 'POST /tokens', MadeTeamToken, { name, role, days })
      const at = made.url ?? login.url
      const link = `${at}/#token=${made.token}`
      const until = `until ${day(made.expiresAt)}: reflect login <link>${onlyHere(at)}`
      const text = `${link}\nShown this once. ${made.name} (${made.role}) logs in with it ${until}`
      return { json: { ...made, link }, text }
    },
  }),
  revoke: verb({
    summary: 'end a token or an open invite at once',
    takes: {
      id: optional('the token or the invite, as the list names it'),
      person: text(
        '<who>',
        'all tokens of a person, what they made for machines, their open invites',
      ),
    },
    person: true,
    opens: theTeam,
    async run({ id, person: who }, { login }) {
      if (who !== undefined) {
        const { person, name } = await findPerson(login, who)
        const all = `DELETE /people/${encodeURIComponent(person)}/tokens`
        const answer = await askTeam(login, all, z.object({ ended: z.number() }))
        const text = `${name}: ${count(answer.ended, 'token')} ended, and open invites.`
        return { json: answer, text }
      }
      if (id === undefined) {
        throw new ReflectError('usage', 'What is to end?', {
          remedy: 'Name the id of a token or an invite, or --person <who>.',
        })
      }
      const route = `DELETE /tokens/${encodeURIComponent(id)}`
      return { json: await askTeam(login, route, z.object({})), text: `${id} no longer works.` }
    },
  }),
  page: verb({
    summary: 'a link that opens the page of the team for you, once',
    takes: { all: flag('on the server: the page of every project, as an owner') },
    person: true,
    run: ({ all }, context) =>
      all
        ? linkForAll(context)
        : theTeam(context, ({ login, workspace }) => linkForMe(login, workspace.stateDir)),
  }),
}

const day = (instant: string): string => instant.slice(0, 10)

/** 1 while it lets its holder in, else 0. */
const isLive = ({ revokedAt, expiresAt }: TeamToken, now: string): number =>
  Number(revokedAt === null && expiresAt > now)

async function invited(login: TeamLogin, asked: object) {
  const made = await askTeam(login, 'POST /invites', TeamInvite, asked)
  const at = made.url ?? login.url
  return { ...made, at, link: `${at}/#join=${made.code}` }
}

const MAX_NAMES = 500

/** One name a line; they are for whoever hands the links out. */
function readNames(file: string, typed: string): string[] {
  const read = readBounded(file, { followLink: true, maxBytes: 64 * 1024 })
  const lines = read.state === 'bytes' ? read.bytes.toString('utf8').split('\n') : []
  const names = lines.map((line) => line.trim()).filter(Boolean)
  refuseNames(names)
  if (names.length > 0 && names.length <= MAX_NAMES) return names
  throw new ReflectError('usage', `${typed} has no list of 1 to ${MAX_NAMES} names`, {
    remedy: 'Write one name a line.',
  })
}

function refuseNames(names: readonly string[]): void {
  const wrong = names.find((name) => !ShownName.safeParse(name).success)
  if (wrong === undefined) return
  throw new ReflectError('usage', `"${wrong.slice(0, 64)}" is no name`, {
    remedy: 'A name has 1 to 64 letters, digits, spaces and ._@-',
  })
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

const describeTokens = (tokens: readonly TeamToken[]): string =>
  listed(tokens, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    role: ({ role, scope }) => (scope === 'all' ? `${role} of all` : role),
    valid: ({ revokedAt, expiresAt }) =>
      revokedAt === null ? `until ${day(expiresAt)}` : `ended ${day(revokedAt)}`,
    'last used': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : day(lastUsedAt)),
  })

const describeInvites = (invites: readonly TeamOpenInvite[]): string[] =>
  invites.length === 0
    ? []
    : [
        '',
        'Open invites:',
        listed(invites, {
          id: ({ id }) => id,
          for: ({ name }) => name ?? 'someone new',
          role: ({ role }) => role,
          valid: ({ expiresAt }) => `until ${day(expiresAt)}`,
          'made by': ({ madeBy }) => madeBy ?? 'the server',
        }),
      ]

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
async function linkForMe(login: TeamLogin, stateDir: string): Promise<Shown> {
  const made = await newLink(login)
  // Of another one the token may have ended, or be for sending alone.
  const others = await Promise.allSettled(otherLogins(stateDir, login).map(newLink))
  const codes = others.flatMap((one) => (one.status === 'fulfilled' ? one.value.code : []))
  const address = `${made.url ?? login.url}/p/${encodeURIComponent(login.project)}/`
  const link = `${address}#login=${[made.code, ...codes].join(',')}`
  return { json: { ...made, link }, text: `${link}\n${WORKS_ONCE}` }
}

async function linkForAll(context: CliContext): Promise<Shown> {
  const { now, author } = context
  const input = { databaseUrl: databaseUrl(context), name: author ?? null, now }
  const url = publicUrl(context)
  const code = await programsOf(context).linkTeamPage(input)
  const { link, shown, hint } = linkOnServer(url, `/#login=${code}`)
  const text = `${shown}\n${WORKS_ONCE} It shows every project, with the rights of an owner.${hint}`
  return { json: { code, link }, text }
}
