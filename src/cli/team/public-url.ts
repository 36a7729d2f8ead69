import { ReflectError } from '../../schema/error.js'
import { ServerUrl } from '../../schema/api/team.js'
import { serverUrl } from '../../team/server-url.js'
import { isLoopback } from '../../util/loopback.js'
import type { CliContext } from '../command.js'

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

/** A link that begins where people reach the server; null leaves a place for that. */
export const publicLink = (url: string | null, rest: string): string =>
  `${url ?? 'https://YOUR-SERVER'}${rest}`

/** Said below a link that is made at the server. */
export const replaceAddress = (url: string | null): string =>
  url === null
    ? `\nReplace YOUR-SERVER with the address at which people reach this server, or set ${VARIABLE} to it.`
    : ''

/** Said below a link that an owner gives away, where it leads to the machine that it is opened on. */
export const onlyHere = (url: string): string =>
  isLoopback(new URL(url).hostname)
    ? `\nIt works on this machine alone. For others, the server's operator sets ${VARIABLE} to its address.`
    : ''
