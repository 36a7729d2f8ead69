/**
 * How an agent's message ends: what it asks, announces, leaves undone, reports as done, or where it
 * breaks off. Sentences come in, quotes of them go out. What it means for the session is not said here.
 */
import type { Sentence } from '../../schema/sentence.js'
import { findAsk, isQuestion } from './find-ask.js'
import { findCut } from './find-cut.js'
import { kindOfHeading } from './headings.js'
import { isSure } from './is-sure.js'
import type { Use } from './thresholds.js'
import { isVague, sharedTopics } from './topics.js'
import { isReport } from './is-report.js'

export interface Ending {
  /** `direct` is put to the human; `open` is a question mark that may be rhetorical. */
  question: { kind: 'direct' | 'open'; quote: string } | null
  /** What the agent says it does now, as the last thing it says. */
  announced: string | null
  left: string[]
  /** What it reports as done, passed or delivered; the last of it. */
  done: string | null
  cut: { sure: boolean; tail: string } | null
}

export interface EndingOptions {
  /** What a sentence that is left or announced is needed for. */
  use: Use
  /** What was asked for; empty when it is not known. */
  request: string
}

export function readEnding(
  message: string,
  sentences: readonly Sentence[],
  { use, request }: EndingOptions,
): Ending {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const last = own.at(-1)
  const reports = own.filter((one) => isReport(one) && isSure(one, 'note'))
  const done = reports.at(-1)?.text ?? null
  const left = own.filter((one) => one.act === 'left' && isSure(one, use))
  // "Next steps" is an outlook after finished work, and the work itself before it.
  const next = reports.some((one) => isWhole(one, request)) ? [] : own.filter(isNext)
  return {
    question: findQuestion(own, done !== null),
    announced: last?.act === 'announce' && isSure(last, use) ? last.text : null,
    left: [...left, ...next].map(({ text }) => text),
    done,
    cut: findCut(message),
  }
}

/** A step on the way ("The palette is in place") names nothing of what was asked for. */
const isWhole = ({ act, text }: Sentence, request: string): boolean =>
  act !== 'done' || isVague(request) || isVague(text) || sharedTopics(text, request).length > 0

const isNext = ({ form, heading }: Sentence): boolean =>
  form === 'item' && heading !== null && kindOfHeading(heading) === 'next'

/**
 * After finished work an offer without a question mark and a question that asks nothing ("Anything
 * else?") are politeness; what only the human can decide or do is not.
 */
function findQuestion(own: readonly Sentence[], isDone: boolean): Ending['question'] {
  const ask = findAsk(own)
  if (ask === null) return null
  const { text, form, act } = ask.sentence
  const isAsked = isQuestion(text) && (ask.sure || form === 'item')
  const isNeeded = ask.sure && (!isDone || act === 'input')
  const isDirect = ask.kind === 'person' || isAsked || isNeeded
  const isPolite = isDone && act === 'other' && isSure(ask.sentence, 'note')
  if (!isDirect && (isPolite || !isQuestion(text))) return null
  return { kind: isDirect ? 'direct' : 'open', quote: text }
}
