/**
 * Who may ask: a token, or once the code of a link that was printed for a person. Both are compared
 * in constant time; a code works once and for a while.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { HttpError } from '../http/problem-of.js'
import { proofOf } from './proof.js'
import { newSecret } from './token-file.js'

const CODE_LASTS_MS = 15 * 60_000
/** More links than a person opens at once; the oldest gives way. */
const MAX_CODES = 20

export interface Gatekeeper {
  /** Refuses a request whose `Authorization` is not the token. */
  check(authorization: string | null): void
  /** Shows that this server knows the token, without telling it. */
  prove(nonce: string): string
  /** A new code for a link. */
  newCode(): string
  /** The token for a code that was not used yet. */
  redeem(code: string): string
}

export function openGatekeeper(token: string, now: () => Date): Gatekeeper {
  const codes = new Map<string, number>()
  return {
    check(authorization) {
      const given = /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1]
      if (given !== undefined && isSame(given, token)) return
      throw new HttpError(401, 'unauthorized', 'A token is needed, even on this machine', {
        remedy:
          'Open the link that `reflect serve` prints, or send `Authorization: Bearer <token>`.',
        headers: { 'www-authenticate': 'Bearer realm="reflectory"' },
      })
    },
    prove: (nonce) => proofOf(token, nonce),
    newCode() {
      const code = newSecret()
      codes.set(code, now().getTime() + CODE_LASTS_MS)
      for (const oldest of [...codes.keys()].slice(0, -MAX_CODES)) codes.delete(oldest)
      return code
    },
    redeem(given) {
      const known = [...codes].find(([code]) => isSame(code, given))
      if (known !== undefined) codes.delete(known[0])
      if (known !== undefined && known[1] > now().getTime()) return token
      throw new HttpError(401, 'unauthorized', 'This link was already used, or has expired', {
        remedy:
          'Run `reflect serve --open` in the project: it opens a new one, even while a server runs.',
      })
    },
  }
}

/** Of equal length whatever was given, so that the time tells nothing. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
