/**
 * What the human's words ask for and forbid. Messages come in, flags go out, each with the message
 * and the words that it rests on. Words decide, never parts of words; pasted code and logs say
 * nothing; a later message changes what an earlier one said.
 */
import { noFlags } from '../empty-evidence.js'
import type { RequestFlags } from '../../schema/evidence.js'
import { oneLine } from '../../util/one-line.js'
import { findRequests } from './find-requests.js'
import type { RequestPlaces } from './find-requests.js'
import { flagPatterns, hasDenial } from './flag-patterns.js'
import type { FlagPattern } from './flag-patterns.js'
import { splitSentences } from './split-sentences.js'

type FlagName = keyof RequestFlags

export function readRequestFlags(
  messages: readonly { number: number; text: string }[],
): RequestFlags {
  return messages.reduce((flags, { number, text }) => foldFlags(flags, number, text), noFlags())
}

/** One more message: what it says replaces what was said before about the same thing. */
export function foldFlags(flags: RequestFlags, message: number, text: string): RequestFlags {
  const said = flagsOf(text)
  const next = { ...flags }
  for (const [name, quote] of Object.entries(said) as [FlagName, string][]) {
    next[name] = { message, quote }
  }
  for (const [name, ends] of Object.entries(ENDED_BY) as [FlagName, FlagName[]][]) {
    if (said[name] === undefined && ends.some((other) => said[other] !== undefined))
      next[name] = null
  }
  return next
}

/** A later wish ends an earlier one of another kind: "now implement it" ends "only plan". */
const ENDED_BY: Partial<Record<FlagName, FlagName[]>> = {
  readOnly: ['change'],
  planOnly: ['change'],
  change: ['readOnly', 'planOnly'],
  noPush: ['pushWanted', 'prWanted'],
  pushWanted: ['noPush'],
}

function flagsOf(text: string): Partial<Record<FlagName, string>> {
  const found: Partial<Record<FlagName, string>> = {}
  for (const sentence of ownSentences(text)) {
    const lower = sentence.toLowerCase()
    const places = findRequests(sentence)
    for (const pattern of flagPatterns) {
      if (found[pattern.flag] !== undefined || !hasNeeded(pattern, lower)) continue
      if (!says(pattern, sentence, places) || unsays(pattern, sentence, lower)) continue
      found[pattern.flag] = oneLine(sentence, 160)
    }
  }
  // Within one message the narrower wish holds: "review the fix, don't change anything".
  if (found.readOnly !== undefined || found.planOnly !== undefined) delete found.change
  if (found.noPush !== undefined) delete found.pushWanted
  return found
}

function hasNeeded({ needs }: FlagPattern, lower: string): boolean {
  return needs === undefined || needs.some((word) => lower.includes(word))
}

function says({ asks, is }: FlagPattern, sentence: string, places: RequestPlaces): boolean {
  return (
    (asks !== undefined &&
      places[asks.place].some((place) => stands(asks.verbs, sentence, place))) ||
    is?.test(sentence) === true
  )
}

function unsays({ unless, unlessDenied }: FlagPattern, sentence: string, lower: string): boolean {
  if (unless?.test(sentence) === true) return true
  return unlessDenied !== undefined && hasDenial(lower) && unlessDenied.test(sentence)
}

function stands(verbs: RegExp, sentence: string, place: number): boolean {
  verbs.lastIndex = place
  return verbs.test(sentence)
}

/** A wish stands at the beginning or the end of a message; what is very long was pasted. */
function ownSentences(text: string): string[] {
  const own = text.length <= 5_000 ? text : `${text.slice(0, 3_000)}\n${text.slice(-1_500)}`
  const sentences = splitSentences(own).filter(({ length }) => length <= 400)
  return sentences.length <= 60 ? sentences : [...sentences.slice(0, 40), ...sentences.slice(-20)]
}
