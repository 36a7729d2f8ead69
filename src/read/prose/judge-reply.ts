import { isSure } from './is-sure.js'
import { readMessage } from './read-message.js'
import { readRequest } from './read-request.js'
import { readReply } from './read-reply.js'
import type { Reply } from './read-reply.js'
import { RECEPTION_THRESHOLDS } from './reception-thresholds.js'
import { subjectsIn } from './subjects.js'
import { sharedTopics } from './topics.js'
import { shippedWeights } from './weights.js'

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
  const heard = isSameSession ? text : withoutWishes(text)
  const label = sureLabel(readReply(heard, before), before)
  if (isSameSession) return label === 'new' ? 'acceptance' : label
  return label === 'new' || (label === 'doubt' && !sharesTopic(heard, before)) ? null : label
}

/** Another session begins with its own work: of what it asks for, only a failure is a word on what was done before. */
const withoutWishes = (text: string): string =>
  readRequest(text)
    .filter((sentence) => sentence.label === 'context' || statesFailure(sentence.text))
    .map((sentence) => sentence.text)
    .join(' ')

/** It states that something went wrong, as an agent would. */
export const statesFailure = (text: string): boolean =>
  readMessage(text, shippedWeights('acts')).some(
    (sentence) => sentence.act === 'failed' && isSure(sentence, 'push'),
  )

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
