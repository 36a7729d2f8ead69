/**
 * The ways in which foreign text is cut before it is kept or sent. A cut through a secret leaves a
 * part of it that no rule recognises any more, so where one lies across the cut the text is redacted
 * first. Nothing else is: the code that keeps the text redacts it, and most cuts meet no secret.
 */
import { joinEnds, wholeHead, wholeTail } from '../util/clip.js'
import { oneLine } from '../util/one-line.js'
import { redactText } from './redact.js'

/** Longer than any token and most private keys; of longer ones the rest is known by its own lines. */
const REACH = 4096

/** Cuts the middle out of a long text, as `clip` does. */
export function clipSafely(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const half = Math.ceil(maxChars / 2)
  const size = { of: text.length, maxChars }
  // Around both cuts at once, where that is nearly all of the text.
  if (text.length <= 2 * REACH && redactText(text) === text)
    return joinEnds(wholeHead(text, half), wholeTail(text, half), size)
  return joinEnds(headSafely(text, half), tailSafely(text, half), size)
}

/** The first characters, without a part of a secret at their end. */
export function headSafely(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  if (isWholeAt(text, maxChars)) return wholeHead(text, maxChars)
  const end = maxChars + REACH
  const redacted = redactText(text.slice(0, end))
  // What the window itself cut is kept out where marks made it so short that it would show.
  const sure = end < text.length ? Math.max(0, redacted.length - REACH) : redacted.length
  return wholeHead(redacted, Math.min(maxChars, sure))
}

/** The last characters, without a part of a secret at their beginning. */
export function tailSafely(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const start = text.length - maxChars
  if (isWholeAt(text, start)) return wholeTail(text, maxChars)
  const begin = Math.max(0, start - REACH)
  const redacted = redactText(text.slice(begin))
  const sure = begin > 0 ? Math.max(0, redacted.length - REACH) : redacted.length
  return wholeTail(redacted, Math.min(maxChars, sure))
}

/** A text on one line, as `oneLine` makes it. */
export function oneLineSafely(text: string, maxChars: number): string {
  if (text.length <= maxChars) return oneLine(text, maxChars)
  return oneLine(redactText(text.slice(0, maxChars * 4 + REACH)), maxChars)
}

function isWholeAt(text: string, cut: number): boolean {
  const around = text.slice(Math.max(0, cut - REACH), cut + REACH)
  return redactText(around) === around
}
