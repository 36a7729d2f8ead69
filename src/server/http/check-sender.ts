import { bracketed, isLoopback, LOOPBACK } from '../../util/loopback.js'
import { HttpError } from './problem-of.js'

export interface Sender {
  host: string | null
  origin: string | null
  /** What a browser says of where the request comes from. */
  site: string | null
}

/**
 * Refuses what a foreign page made a browser send. A name that was rebound to this address comes
 * with its own Host; a page of another origin comes with its own Origin.
 */
export function checkSender(
  { host, origin, site }: Sender,
  boundHost: string,
  interfaces: () => readonly string[],
): void {
  const name = hostName(host)
  const isOurs = (name: string) =>
    LOOPBACK.has(name) ||
    name === bracketed(boundHost) ||
    (isWildcard(boundHost) && interfaces().map(bracketed).includes(name))
  if (name === null || !isOurs(name)) {
    throw new HttpError(403, 'forbidden', `This server does not answer as ${host ?? '(no host)'}`, {
      remedy: 'Use the address that `reflect serve` printed.',
    })
  }
  const isOwn = origin === null || origin === `http://${host}` || origin === `https://${host}`
  const isDirect = site === null || site === 'same-origin' || site === 'none'
  if (!isOwn || !isDirect) {
    throw new HttpError(403, 'forbidden', 'Other pages may not use this server')
  }
}

/** Without the port: it may be forwarded from another one. */
function hostName(host: string | null): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

/** It listens on every address of the machine, and is none that a browser could be sent to. */
export const isWildcard = (host: string): boolean => /^(0+(\.0+){0,3}|(?=.*::)[0:]+)$/.test(host)

/** The address that a link names: of a machine that listens everywhere, one that others reach. */
export const linkHost = (boundHost: string, interfaces: readonly string[]): string => {
  if (!isWildcard(boundHost)) return bracketed(boundHost)
  const outer = interfaces.filter((address) => !isLoopback(address))
  return bracketed(outer.find((address) => !address.includes(':')) ?? '127.0.0.1')
}
