import { quoteFact } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { Loop } from './detector.js'
import type { StallJudgement } from './judge-stall.js'

/** What a stuck agent is told: the one fact, then what to do. Its own words come back as quotes. */
export function nudgeText({ at }: StallJudgement): string | null {
  if (at === null) return null
  const quote = quoted(at.quote)
  switch (at.kind) {
    case 'silence':
      return `You have said nothing since the last message: ${quote}. Go on with it now; if something blocks you, say what.`
    case 'cut':
      return `Your last message broke off: ${quote}. Go on from there and finish the task.`
    case 'announced':
      return `You announced ${quote} and stopped. Do it now, and go on until the task is done.`
    case 'left':
      return `You listed what is left, first of all ${quote}, and stopped. Do it now; if something blocks you, say what.`
    case 'tool-failed':
      return `Your last tool call failed (${quote}) and you stopped there. Find out why and go on, or say what you need.`
  }
}

/** The repeated fact; on a repeat after a nudge, the same fact and an end to it. */
export function loopText(loop: Loop, isRepeat: boolean): string {
  const fact = loopFact(loop)
  if (!isRepeat) return `${fact} ${ADVICE[loop.detector]}`
  return (
    `${fact} That is the same as before the last nudge. Stop doing it: name in one ` +
    `sentence why it can't work, then try another way, or end here and say what you need ` +
    `from the human.`
  )
}

export function loopFact({ detector, times, what, result }: Loop): string {
  const came = result === '' ? '' : ` Each time the result was: ${quoted(result)}.`
  switch (detector) {
    case 'same-result':
      return `You did the same thing ${times} times with the same result: ${quoted(what)}.${came}`
    case 'same-failure':
      return `The same call failed ${times} times in a row: ${quoted(what)}.${came}`
    case 'alternation':
      return `Your last ${times} calls go back and forth between two actions: ${quoted(what)}.`
    case 'same-message':
      return `You sent the same message ${times} times with nothing done in between: ${quoted(what)}.`
    case 'empty-compactions':
      return `The context was compacted ${times} times with nothing done in between.`
    case 'planning-only':
      return `${times} calls were made and almost nothing was written, on a task that asks for a change.`
    case 'circles':
      return `${times} of your commands since the last change repeat earlier ones with the same result: ${quoted(what)}.`
  }
}

const ADVICE: Record<Loop['detector'], string> = {
  'same-result': 'It will not change by itself: use what it tells you, or try something else.',
  'same-failure': 'Look at why it fails before you run it again, or try another way.',
  alternation: 'Pick one of them, or find out what keeps both from working.',
  'same-message': 'Act on it, or say what keeps you from acting.',
  'empty-compactions': 'Work in smaller steps: read less at once and write down what you know.',
  'planning-only': 'Make the first change now; what you know is enough to begin.',
  circles: 'Write down what these runs told you, then try something new.',
}

const quoted = (text: string): string => `"${quoteFact(redactText(text)).replaceAll('"', "'")}"`
