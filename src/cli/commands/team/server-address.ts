/** What the operator of a team's server sets: its database, and where people reach it. */
import { ServerUrl } from '../../../schema/api/team.js'
import { ReflectError } from '../../../schema/error.js'
import { serverUrl } from '../../../team/server-url.js'
import { isLoopback } from '../../../util/loopback.js'
import type { CliContext } from '../../command.js'

/** From the environment alone: any user of the machine can read a program's arguments. */
export function databaseUrl({ env }: Pick<CliContext, 'env'>): string {
  const url = env['REFLECTION_DATABASE'] ?? ''
  if (/^postgres(?:ql)?:\/\//.test(url)) return url
  throw new ReflectError('usage', 'REFLECTION_DATABASE names no PostgreSQL', {
    remedy:
      'Set it to an address such as postgres://reflectory@localhost/reflectory; see docs/team.md.',
  })
}

const VARIABLE = 'REFLECTION_PUBLIC_URL'

/** Where people reach the team's server, which may be behind a proxy; null when it was not said. */
export function publicUrl({ env }: Pick<CliContext, 'env'>): string | null {
  const said = env[VARIABLE] ?? ''
  if (said === '') return null
  const url = URL.canParse(said) ? new URL(said) : null
  const isBare = url !== null && url.search === '' && url.hash === '' && url.username === ''
  const address = isBare ? ServerUrl.safeParse(serverUrl(url)) : null
  if (address?.success === true) return address.data
  throw new ReflectError('usage', `${VARIABLE} is no address of a server`, {
    remedy: 'Set it to what people have in their browser, such as https://team.example.org.',
  })
}

/** A link that is made at the server; with a place for the address, and a hint, where none is known. */
export const linkOnServer = (url: string | null, rest: string) =>
  url === null
    ? {
        link: null,
        shown: `https://YOUR-SERVER${rest}`,
        hint: `\nReplace YOUR-SERVER with the address at which people reach this server, or set ${VARIABLE} to it.`,
      }
    : { link: `${url}${rest}`, shown: `${url}${rest}`, hint: '' }

/** Said below a link that an owner gives away, where it leads to the machine that it is opened on. */
export const onlyHere = (url: string): string =>
  isLoopback(new URL(url).hostname)
    ? `\nIt works on this machine alone. For others, the server's operator sets ${VARIABLE} to its address.`
    : ''

export function projectName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(text)) return text
  throw new ReflectError('usage', 'That is no name for a project', {
    remedy: 'It has 1 to 64 small letters, digits, dots, dashes and underscores.',
  })
}
