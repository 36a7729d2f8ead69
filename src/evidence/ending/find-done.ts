import { findClaims } from '../claims/find-claims.js'
import type { Unit } from './read-units.js'

export interface Done {
  /** It speaks of the work as a whole, or of a check that it passed; not of one part. */
  whole: boolean
  /** It names one thing ("The palette is in place"), which may be a part: what is left decides. */
  narrow: boolean
  quote: string
}

const DEED =
  'add|creat|updat|fix|implement|remov|renam|replac|refactor|migrat|convert|mov|extract|delet|resolv|correct|configur|install|enabl|disabl|document|optimi[sz]|simplif|squash|rebas|merg|commit|push|deploy|publish|releas|clean|revert|restor|bump|upgrad|pinn?|generat|integrat|extend|split|rewr|wir|patch|format|translat|sav|appl|clos|complet|finish|set up|built|wrote|written|made'
const SUBJECT = String.raw`\b(?:all|everything|it|that|this|task|work|job|feature|change|changes|fix|bug|issue|problem|implementation|migration|refactor(?:ing)?|upgrade|rename|setup|set-up|page|component|endpoint|function|test|tests|build|suite|pipeline|script|config(?:uration)?|docs?|documentation|history|branch|pr|pull request|release|deployment|version|app|site|server|service|file|files|report|favicon|they|both|\w+(?: \w+)?)`

const WHOLE = new RegExp(
  [
    String.raw`^(?:all |and (?:we're |it's )?|that'?s |we'?re |it'?s )?(?:done|complete|finished|all set)\b(?! (?:with (?:the )?(?:first|step|part)|so far|yet))`,
    String.raw`${SUBJECT}(?: #?\d+)? (?:is|are|was|were|has been|have been|'s) (?:now |all |fully |already |successfully )*(?:complete|completed|done|finished|fixed|resolved|solved|in place|working|live|merged|deployed|clean|green|ready(?! to (?:start|begin|proceed|continue))|up to date|passing|visible|gone|available|implemented|installed|released|published|closed|written)\b`,
    String.raw`\b(?:is|are) now (?!\w+ing\b|ready to (?:start|begin|proceed|continue))\w`,
    String.raw`\b(?:it|which|and|that) works (?:on|with|for|in|as)\b`,
    String.raw`\b(?:tests?|suite|build|checks?|lint|ci|pipeline|typecheck)\b[^.]{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|clean)\b`,
    String.raw`\b(?:now|all|everything) (?:works?|passes|loads|runs|builds|compiles|behaves|renders|returns|shows|displays|uses)\b`,
    String.raw`\b(?:status|state|result)\s*:\s*(?:merged|done|complete[d]?|closed|fixed|success\w*|passed|green)\b`,
    String.raw`\b(?:task|work|everything|nothing) (?:complete|done|left to do|more to do|remains)\b|\bnothing (?:else )?(?:is )?(?:left|remains|remaining)\b`,
    String.raw`\b(?:verified|confirmed) (?:that )?(?:it|the|everything|this|all|by|with|working|in)\b`,
    String.raw`\b(?:all|every|each|both)\b[^.]*\b(?:have|has|use|uses|are|is|carry|show|shows|pass|passes|support|supports)\b[^.]*\bnow\b|\bnow (?:have|has|use|uses|support|supports|carry|carries)\b`,
    String.raw`\bsuccessfully \w+(?:ed|t|en)\b`,
  ].join('|'),
  'iu',
)
const PART = new RegExp(
  `^(?:I|we)(?:'ve| have)? (?:also |now |just |already |successfully )*(?:${DEED})\\w*|^(?:successfully |also )?(?:${DEED})(?:e?d|ied|t|ten|te)?\\b|\\b(?:has|have) been (?:\\w+ly )?(?:${DEED})\\w*|\\b(?:was|were) (?:\\w+ly )?(?:${DEED})\\w*`,
  'i',
)
const UNDONE =
  /\b(?:not|never|n['’]t|cannot|unable|fail(?:s|ed|ing)?|broken|will|would|should|could|might|may|need(?:s|ed)? to|going to|about to|must|to be|once|until|when|if|unless|before|let me|let's|i'?ll|except|but not|almost|nearly|partly|partially|half|most of|some of|so far|(?:first|one|two|three) (?:of|step|part|phase)|\d+ (?:of|out of|\/) ?\d+|phase \d|step \d)\b/i

/** What a text reports as done; null when it reports nothing of the kind. */
export function findDone(units: readonly Unit[], text: string): Done | null {
  const spoken = units.filter(({ checked, heading }) => checked !== false && !isAhead(heading))
  const whole = spoken.find((unit) => WHOLE.test(unit.text) && !isUndone(unit.text))
  if (whole !== undefined) {
    return { whole: true, narrow: NARROW.test(whole.text), quote: whole.text }
  }
  const claims = findClaims(text).filter(({ quote }) => !isPartly(quote))
  const sweeping = claims.find(({ kind, sweeping }) => sweeping || WHOLE_KINDS.has(kind))
  if (sweeping !== undefined) return { whole: true, narrow: false, quote: sweeping.quote }
  const part = spoken.find((unit) => PART.test(unit.text) && !isUndone(unit.text))
  const quote = claims[0]?.quote ?? part?.text
  return quote === undefined ? null : { whole: false, narrow: true, quote }
}

const NARROW =
  /^(?:the|a|an|its|our)\s+(?!(?:task|work|job|feature|change|changes|fix|bug|issue|problem|implementation|migration|refactor\w*|upgrade|rename|release|deployment|tests?|suite|build|pipeline|whole|entire|full)\b)[\w-]+(?: [\w-]+)? (?:is|are) (?:now )?(?:in place|working|ready|done|written|available|installed)\b/i

const WHOLE_KINDS: ReadonlySet<string> = new Set(['tests-pass', 'verified', 'deployed'])

/** "Two of four comments are dealt with": a claim, and not of the whole. */
const isPartly = (quote: string): boolean =>
  new RegExp(`\\b(?:${NUMBER}) (?:of|out of) (?:the )?(?:${NUMBER})\\b`, 'i').test(quote) &&
  !new RegExp(`\\b(${NUMBER}) (?:of|out of) (?:the )?\\1\\b`, 'i').test(quote)

const NUMBER = String.raw`\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve`

const isUndone = (text: string): boolean => UNDONE.test(text) || /\?\s*$/.test(text)

const isAhead = (heading: string | null): boolean =>
  heading !== null && /\b(?:next|remaining|to[- ]?do|plan|pending|upcoming|will)\b/i.test(heading)
