import { readRequest } from './read-request.js'
import { readReply } from './read-reply.js'
import type { Reply } from './read-reply.js'
import { RECEPTION_THRESHOLDS } from './reception-thresholds.js'
import { subjectsIn } from './subjects.js'
import { sharedTopics } from './topics.js'

/** How a person takes the work; null where their words are not sure to say it. */
export type Reception = 'doubt' | 'acceptance' | null

export interface Spoken {
  text: string
  /** The end of what the agent had said. */
  before: string
  /** Written in the session whose work it may be about; else it opens another one. */
  isSameSession: boolean
}

/**
 * Whether words of a human doubt or accept what was done before them. Going over to something new
 * accepts it too, but only in the same session: every other one begins with something new. There a bug
 * that is told may be anyone's: a doubt names what the agent had spoken of.
 */
export function judgeReply({ text, before, isSameSession }: Spoken): Reception {
  const heard = sureLabel(readReply(text, before), before)
  if (isSameSession) return heard === 'new' ? 'acceptance' : heard
  const stated = sureLabel(readReply(withoutWishes(text), before), before)
  if (stated === 'acceptance') return stated
  return (heard === 'doubt' || stated === 'doubt') && sharesTopic(text, before) ? 'doubt' : null
}

/** What another session asks for is its own work, and praises none that was done before. */
const withoutWishes = (text: string): string =>
  readRequest(text)
    .filter(({ label }) => label === 'context')
    .map((sentence) => sentence.text)
    .join(' ')

/** Tests and builds are those of any work. */
const sharesTopic = (text: string, before: string): boolean =>
  sharedTopics(text, before).some((word) => subjectsIn(word).size === 0)

export type ReceptionLabel = keyof typeof RECEPTION_THRESHOLDS

/** The label, where it is one of these and sure enough. */
export function sureLabel(
  { label, probability }: Reply,
  before: string,
): Exclude<Reception, null> | 'new' | null {
  if (label !== 'doubt' && label !== 'acceptance' && label !== 'new') return null
  if (probability < RECEPTION_THRESHOLDS[label].threshold) return null
  return label !== 'new' && endsInQuestion(before) ? null : label
}

/** Words after a question answer it: an error that was asked for is no doubt. */
export const endsInQuestion = (before: string): boolean => /[?？][\s*_)"'”»」]*$/u.test(before)
