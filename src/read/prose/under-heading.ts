import type { Label } from './classify.js'
import { isQuestion } from './find-ask.js'
import { kindOfHeading } from './headings.js'
import type { MessagePart } from './split-message.js'

/** What a heading says is known half as well as what a sentence says. */
const HALF_SURE = 0.6

/**
 * An item says in two words what its heading says in full: "Remaining:" and "- the docs". `head` is
 * what the heading was read as.
 */
export function underHeading(part: MessagePart, own: Label, head: Label | null): Label {
  if (part.checked === true) return own
  const heading = (part.form === 'item' ? part.heading : null) ?? leadOf(part.text)
  const named = heading === null ? null : kindOfHeading(heading)
  // "Next I need to:" says more than "Next" does.
  const kind = named === null || named === 'next' ? (kindOfRead(part, head) ?? named) : named
  if (kind === 'left') {
    return { label: 'left', probability: own.label === 'left' ? own.probability : HALF_SURE }
  }
  if (kind === 'optional') return idea(own, part.text)
  if (kind === 'next' && !AHEAD.has(own.label)) return { label: 'outlook', probability: HALF_SURE }
  if (kind === 'yours' && !ASKS.has(own.label)) return { label: 'handover', probability: HALF_SURE }
  return own
}

/** What may be done later is nothing to do or to give now; a question below it is still asked. */
const idea = (own: Label, text: string): Label =>
  isQuestion(text) || !WANTS.has(own.label) ? own : { label: 'outlook', probability: HALF_SURE }

/** "Next I need to:" has its own act: so have the items below it. */
function kindOfRead({ form, heading }: MessagePart, head: Label | null): 'left' | 'yours' | null {
  if (form !== 'item' || heading === null || head === null || head.probability < HALF_SURE)
    return null
  if (head.label === 'left' || head.label === 'announce') return 'left'
  return head.label === 'handover' || head.label === 'input' ? 'yours' : null
}

const AHEAD: ReadonlySet<string> = new Set(['left', 'announce', 'input', 'permission', 'outlook'])
const WANTS: ReadonlySet<string> = new Set(['announce', 'input'])
const ASKS: ReadonlySet<string> = new Set(['input', 'handover', 'permission', 'blocked'])

/** "TODO: the docs" has its heading in front. */
const leadOf = (text: string): string | null =>
  /^((?:[^\s:：]{1,16} ){0,2}[^\s:：]{1,16})\s?[:：]\s/.exec(text)?.[1] ?? null
