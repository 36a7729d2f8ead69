/**
 * Who may ask, and who may decide. The token lets a machine read: whatever runs as the user can find it
 * in its file. What needs a person needs a session besides, which is in this process alone and comes of a
 * link that was made for a person, once, and for a while. All are compared in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ReflectError } from '../../schema/error.js'
import { HttpError } from '../http/problem-of.js'
import { proofOf } from './proof.js'
import { newSecret } from './token-file.js'

const CODE_LASTS_MS = 15 * 60_000
/** More links than a person opens at once in a terminal, or than a machine needs; the oldest gives way. */
const MAX_CODES = 20
/** More pages than a person opens while a server runs. */
const MAX_SESSIONS = 100

/** What a person's link led to. */
interface PersonSession {
  /** What showed that a person asked for the link, in words. */
  proof: string
  /** The processes of the program that used it; null where they were not known. */
  processes: ReadonlySet<string> | null
}

/** Who asks through a connection. */
export interface Peer {
  /** What shows that it is a person, in words; null when nothing does. */
  proof: string | null
  /** The agent above it, in words; null for none. */
  agent: string | null
  /** A person's link may give it a session: a browser, or what may decide at the command line. */
  mayDecide: boolean
  /** It and those of the same program above it; null where they are not known. */
  processes: ReadonlySet<string> | null
}

export interface Gatekeeper {
  /** Refuses a request whose `Authorization` is not the token; the session that it names, if it lives. */
  check(authorization: string | null): PersonSession | null
  /** Refuses what is no person's session, or comes from elsewhere than it did. */
  checkPerson(session: PersonSession | null, peer: Peer): PersonSession
  /** Refuses what runs under an agent. */
  refuseAgent(peer: Peer): void
  /** Shows that this server knows the token, without telling it. */
  prove(nonce: string): string
  /** A new code for a link; with what shows that a person gets it, or null for one that reads. */
  newCode(proof: string | null): string
  /** The token for a code that was not used yet, with a session where it is a person's. */
  redeem(code: string, peer: Peer): string
}

export function openGatekeeper(token: string, now: () => Date): Gatekeeper {
  const codes = new Map<string, { until: number; proof: string | null }>()
  const sessions = new Map<string, PersonSession>()
  return {
    check(authorization) {
      const [, given, session] =
        /^Bearer ([^\s.]{1,200})(?:\.([\w-]{1,200}))?$/i.exec(authorization ?? '') ?? []
      if (given !== undefined && isSame(given, token)) {
        return (session === undefined ? undefined : sessions.get(digest(session))) ?? null
      }
      throw new HttpError(401, 'unauthorized', 'A token is needed, even on this machine', {
        remedy:
          'Open the link that `reflect serve` prints, or send `Authorization: Bearer <token>`.',
        headers: { 'www-authenticate': 'Bearer realm="reflectory"' },
      })
    },
    checkPerson(session, peer) {
      if (session === null) throw needsPerson('a token alone proves a machine')
      if (peer.agent !== null) throw needsPerson(`${peer.agent} asks`)
      const { processes } = session
      // One that was not known, as behind a tunnel or on Windows, is not known later either.
      const isSameBrowser =
        processes === null || peer.processes === null
          ? processes === peer.processes
          : [...peer.processes].some((one) => processes.has(one))
      if (!isSameBrowser)
        throw needsPerson('another program asks than the one that opened the link')
      return session
    },
    refuseAgent({ agent }) {
      if (agent !== null) throw needsPerson(`${agent} asks`)
    },
    prove: (nonce) => proofOf(token, nonce),
    newCode(proof) {
      const code = newSecret()
      codes.set(code, { until: now().getTime() + CODE_LASTS_MS, proof })
      // Of the same maker: an agent that asks for links takes none from a person.
      const same = [...codes].filter(([, other]) => other.proof === proof)
      for (const [oldest] of same.slice(0, -MAX_CODES)) codes.delete(oldest)
      return code
    },
    redeem(given, peer) {
      const known = [...codes].find(([code]) => isSame(code, given))
      if (known === undefined || known[1].until <= now().getTime()) {
        throw new HttpError(401, 'unauthorized', 'This link was already used, or has expired', {
          remedy:
            'Run `reflect serve --open` in the project: it opens a new one, even while a server runs.',
        })
      }
      const [code, { proof }] = known
      // Whoever only reads with a person's link has not used it up.
      if (proof !== null && !peer.mayDecide) return token
      codes.delete(code)
      if (proof === null) return token
      const session = newSecret()
      sessions.set(digest(session), { proof, processes: peer.processes })
      for (const oldest of [...sessions.keys()].slice(0, -MAX_SESSIONS)) sessions.delete(oldest)
      return `${token}.${session}`
    },
  }
}

const needsPerson = (why: string): ReflectError =>
  new ReflectError('needs-person', `This needs a person, and ${why}`, {
    remedy: 'Run `reflect serve` in a terminal of your own, and open the link that it prints.',
  })

/** Of equal length whatever was given, so that the time tells nothing. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
