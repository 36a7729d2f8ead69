import { ReflectError } from '../schema/error.js'
import { isLoopback } from '../util/loopback.js'

/** The address of a team's server, as links to it begin. One that others could listen to is refused. */
export function serverUrl(url: URL): string {
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ReflectError('usage', `${url.origin} is not encrypted: the token could be read`, {
      remedy: 'Use the https address of the server.',
    })
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}
