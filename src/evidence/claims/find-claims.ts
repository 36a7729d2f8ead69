/**
 * What an agent's text claims of its work. A text comes in, claims go out with the words they were
 * made in. Plans, conditions, questions, denials, quotations and other people's words claim nothing;
 * in doubt there is no claim.
 */
import type { ClaimKind } from '../../schema/claim.js'
import { oneLine } from '../../util/one-line.js'
import { splitSentences } from '../request/split-sentences.js'
import { claimPatterns } from './claim-patterns.js'

export interface FoundClaim {
  kind: ClaimKind
  quote: string
  /** It says that nothing was left out: "all tests pass", not "the new test passes". */
  sweeping: boolean
}

const MAX_TEXT = 16_000

export function findClaims(text: string): FoundClaim[] {
  const found = new Map<ClaimKind, FoundClaim>()
  for (const sentence of splitSentences(text.slice(-MAX_TEXT))) {
    if (/\?\W*$/.test(sentence)) continue
    const own = withoutQuotations(sentence)
    if (SOMEBODY_ELSE.test(own)) continue
    for (const clause of clausesOf(own)) {
      for (const kind of kindsIn(clause)) {
        if (found.has(kind)) continue
        found.set(kind, { kind, quote: oneLine(sentence, 200), sweeping: SWEEPING.test(clause) })
      }
    }
  }
  return [...found.values()]
}

const SWEEPING =
  /\b(?:all|every|everything|full|whole|entire|complete)\b|\b(\d+)\s*(?:\/|of|out of)\s*\1\b/i

/** `code` is kept, because a command's name is part of a claim; what stands in quotes is not ours. */
const withoutQuotations = (sentence: string): string =>
  sentence
    .replace(/[*_]{2,3}|(?<=\s)[*_](?=\w)|(?<=\w)[*_](?=\s|$)/g, '')
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, '""')
    .replace(/\ball but\b/gi, 'almost all')
    .replaceAll('`', '')

const SOMEBODY_ELSE =
  /\b(?:you|user|users|readme|docs?|documentation|comments?|issue|ticket|pr description|description|message|commit message|log|spec|prompt|instructions?|claude|the (?:task|request|template)) (?:said|says?|states?|stated|claims?|claimed|reads|asked|asks|mentions?|mentioned|wants?|wanted|expects?|reports?|reported)\b|\baccording to\b|\bfor example\b|\be\.g\.|\bsuch as\b|\b(?:titled|named|called|labell?ed) ""/i

/** A denial or a doubt holds for its own clause: "the build passes, but two tests fail". */
function clausesOf(sentence: string): string[] {
  const condition = CONDITION.exec(sentence)
  const certain = condition === null ? sentence : sentence.slice(0, condition.index)
  return certain.split(
    /(?:,|;|:(?=\s)(?!\s*(?:✅|✓|✔|https?:))|–|—| - )\s*(?:but|yet|however|although|though|while|whereas|except)?\s*|\s+(?:but|yet|however|although|though|whereas|except|so that)\s+/i,
  )
}

const CONDITION =
  /\b(?:if|once|when|whenever|unless|until|till|assuming|provided|as soon as|before|after you|after we|so (?:that )?(?:you|we) can|in order to|to (?:make sure|ensure|verify|check|confirm|see|get|have))\b/i

function kindsIn(clause: string): ClaimKind[] {
  const lower = clause.toLowerCase()
  return claimPatterns.flatMap(({ kind, words, is, unless }) => {
    if (!words.some((word) => lower.includes(word))) return []
    const hit = is.exec(clause)
    if (hit === null || unless?.test(clause)) return []
    const before = clause.slice(
      0,
      hit.index + (hit[0].length - (hit.groups?.['verb'] ?? hit[0]).length),
    )
    const upToVerb = hit.groups?.['verb'] === undefined ? clause.slice(0, hit.index) : before
    if (NOT_YET.test(upToVerb) || PARTLY.test(clause)) return []
    // "no errors" has its denial inside; nothing else may.
    if (kind !== 'no-errors' && DENIED.test(clause)) return []
    if (kind === 'no-errors' && DENIED.test(clause.slice(0, hit.index))) return []
    return [kind]
  })
}

const NOT_YET =
  /\b(?:will|would|should|could|might|may|must|shall|can|cannot|need(?:s|ed)? to|needs?|ha(?:s|ve) to|going to|about to|want(?:s|ed)? to|plan(?:s|ned|ning)? to|try(?:ing)? to|tried to|attempt(?:s|ed|ing)? to|ready to|able to|hope(?:fully)?|expect(?:s|ed)?|supposed to|to be|let me|let'?s|i'?ll|we'?ll|it'?ll|they'?ll|next|todo|pending|remaining|still to|left to|waiting for|wait for|make sure|ensure|please|verify that|check that|confirm that|see whether|whether|unclear|not sure|probably|likely|presumably|perhaps|maybe|seems?|appears?|believe|think|assume|goal|aim)\b/i
const DENIED =
  /\b(?:not|never|nothing|n['’]t|cannot|no longer|none|neither|nor|without (?:running|testing|verifying|checking)|unable|fail(?:s|ed|ing)?(?! safe)|broken|unverified|untested|yet to)\b|n['’]t\b|(?<!no |0 |zero |any )\b(?:failures?|errors?) (?:remain|are left|persist|occur)/i
const PARTLY =
  /\b(?:most|some|many|several|nearly|almost|partial(?:ly)?|half|majority|only (?:\d+|some|part|the)|other than|apart from|all but|except)\b|\b(\d+)\s*(?:\/|of|out of)\s*(?!\1\b)\d+\b/i
