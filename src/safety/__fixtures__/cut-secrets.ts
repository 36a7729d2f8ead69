import { PRIVATE_KEYS, TOKEN_SAMPLES } from './token-samples.js'

interface CutSecret {
  name: string
  secret: string
  /** What is left of it behind a cut has a shape of its own. */
  isKnownByTail: boolean
}

const jwt = TOKEN_SAMPLES.find(({ kind }) => kind === 'jwt')!.secret

/** Secrets that are long enough to be cut through. */
export const CUT_SECRETS: readonly CutSecret[] = [
  { name: 'a private key', secret: PRIVATE_KEYS[2]!, isKnownByTail: true },
  { name: 'a private key on one line', secret: PRIVATE_KEYS[7]!, isKnownByTail: true },
  { name: 'a JWT', secret: jwt, isKnownByTail: false },
]

/** 38 places between a secret's beginning and its end. */
export const CUT_POSITIONS: readonly number[] = Array.from({ length: 38 }, (_, n) => (n + 1) / 39)

const PIECE = 12
const FRAME = /-----[A-Z ]+-----/g

/** Pieces of a secret that stand in a text. */
export function leftOf(secret: string, text: string): string[] {
  const pieces = Array.from({ length: Math.max(0, secret.length - PIECE) }, (_, at) =>
    secret.slice(at, at + PIECE),
  )
  const frame = secret.match(FRAME)?.join('\n') ?? ''
  return pieces.filter((piece) => !frame.includes(piece) && text.includes(piece))
}
