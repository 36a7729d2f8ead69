import { sha256 } from '../util/sha256.js'
import { redactText } from './redact.js'

/**
 * An id that may be stored: unchanged unless a secret is in it. Two different ids stay different,
 * because a wrong alarm must not make one session out of two; asking twice changes nothing more.
 */
export function safeId(id: string): string {
  const redacted = redactText(id)
  return redacted === id ? id : `${redacted}#${shortHash(id)}`
}

const shortHash = (text: string): string => sha256(text).slice(0, 12)
