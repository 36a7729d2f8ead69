import { isAct } from './find-announcement.js'
import { OPTIONAL } from './optional.js'
import type { Unit } from './read-units.js'

/** Headings under which an agent lists what it has yet to do itself. */
const LEFT_HEADING =
  /\b(?:next(?: steps?| up| i(?:'ll| need| will)?)?|remaining(?: \w+)?|still (?:to do|open|missing|left|need(?:ed|s)?)|to[- ]?dos?|(?:what'?s|what is) left|left to do|pending|not (?:yet )?(?:done|implemented|started)|outstanding|upcoming|steps? (?:to|i)|i(?:'m| am) (?:now )?working on|i (?:still )?need to|in progress|(?:my |the |action |implementation |here'?s (?:my|the) )plan)\b/i

const SENTENCE = new RegExp(
  [
    String.raw`\b(?:I|we) (?:still|also still|now|just) (?:need|have) to\b`,
    String.raw`\b(?:next,? )?(?:I|we) (?:still )?need to (?!(?:know|ask|confirm|hear|understand)\b)`,
    String.raw`\b(?:remains?|left) to (?:be )?\w+`,
    String.raw`\b(?:have|has) (?:yet to|not yet)\b|\b(?:haven't|hasn't|isn't|aren't)\b[^.]{0,60}\byet\b|\bnot yet (?:done|implemented|wired|started|added|covered|migrated|converted|finished|complete)`,
    String.raw`\b(?:still|yet) to be \w+`,
    String.raw`\bstill (?:todo|to do|to come|outstanding|open|missing|failing|broken|in progress|need(?:s|ed)?|pending|uses?|has|have|contains?|refers?|references?|points?|says?|shows?|lacks?|fails?)\b`,
    String.raw`\b(?:work(?:ing)? (?:is )?in progress|in progress|halfway|partially done|half[- ]done)\b`,
    String.raw`\b(?:then|next|after that|afterwards|finally),? I(?:'ll| will|'m going to)\b`,
    String.raw`\bworking on (?!(?:as|like)\b)\w+[^.]*\b(?:now|next|currently|at the moment)\b`,
    String.raw`\b(?:remaining|left|next|to do):\s*\S`,
    String.raw`\b(?:comes?|is|are|goes|follows?) next\b|\bnext (?:comes|is|are)\b`,
  ].join('|'),
  'i',
)

const NOTHING_LEFT =
  /\b(?:nothing|none|no (?:\w+ )?(?:\w+))\b[^.]{0,20}\b(?:left|remain\w*|outstanding|pending|missing|open|to do)\b/i

/** Work that the text itself says is not done, as quotes of it, in order. */
export function findLeft(units: readonly Unit[]): string[] {
  return units
    .filter((unit) => unit.checked === false || isListed(unit) || isSaid(unit))
    .filter(({ text }) => !text.endsWith(':'))
    .map((unit) => unit.text)
}

function isListed({ text, heading, item, checked }: Unit): boolean {
  if (!item || heading === null || checked === true) return false
  if (OPTIONAL.test(heading) || OPTIONAL.test(text)) return false
  return (LEFT_HEADING.test(heading) || isAct(heading)) && !isBehind(text)
}

function isSaid({ text, item }: Unit): boolean {
  if (OPTIONAL.test(text) || NOTHING_LEFT.test(text) || /\?\s*$/.test(text)) return false
  return SENTENCE.test(text) || (!item && isAct(text) && /\b(?:next|now|then|still)\b/i.test(text))
}

const isBehind = (text: string): boolean =>
  /(?:✅|✓|✔|☑|\b(?:done|completed|finished|already)\b)/iu.test(text)
