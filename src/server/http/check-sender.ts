import { HttpRefusal } from './problem-of.js'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

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
export function checkSender({ host, origin, site }: Sender, boundHost: string): void {
  const name = hostName(host)
  if (name === null || !(LOOPBACK.has(name) || name === bracketed(boundHost))) {
    throw new HttpRefusal(403, 'forbidden', `This server does not answer as ${host ?? 'nobody'}`, {
      remedy: 'Use the address that `reflect serve` printed.',
    })
  }
  const isOwn = origin === null || origin === `http://${host}` || origin === `https://${host}`
  const isDirect = site === null || site === 'same-origin' || site === 'none'
  if (!isOwn || !isDirect) {
    throw new HttpRefusal(403, 'forbidden', 'Other pages may not use this server')
  }
}

/** Without the port: it may be forwarded from another one. */
function hostName(host: string | null): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

const bracketed = (host: string): string =>
  host.includes(':') ? `[${host.toLowerCase()}]` : host.toLowerCase()

export const isLoopback = (host: string): boolean => LOOPBACK.has(bracketed(host))
