import { lexicon } from '../../data/lexicon.js'
import type { Sentence } from '../../schema/sentence.js'
import { isTally, readCounts } from './counts.js'
import { subjectsIn } from './subjects.js'
import { or, patternWith } from './word-pattern.js'
import { wordFinder } from './words.js'

/**
 * How many tests a sentence says have passed; null when it says no number. `about`: what says that it
 * speaks of tests, if more than the sentence does.
 */
export function claimedTests(text: string, about = text): number | null {
  if (findOtherThings(text).size > 0 || OTHER_PHRASES.test(text)) return null
  if (isTally(text)) return tallied(text)
  let most: number | null = null
  for (const match of text.matchAll(NUMBER(text))) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
    if (isOtherCount(after)) continue
    const next = after.split(CLAUSE_END(after), 1)[0]!.trim().split(/\s+/).slice(0, 3).join(' ')
    if (OTHER_COUNTED.test(next)) continue
    const isTests = subjectsIn(next).has('tests') || /^(?:examples?|specs?|cases?)\b/i.test(next)
    const isPassed = /^(?:passed|passing|pass|green|grün|bestanden)\b/i.test(next)
    if (!isTests && !(isPassed && subjectsIn(about).has('tests'))) continue
    most = Math.max(most ?? 0, Number(match[2] ?? match[1]))
  }
  return most
}

/** "57 passed, 0 failed", "57/57": the runner's own sum, without a word for tests. */
function tallied(text: string): number | null {
  const { passed, share } = readCounts(text)
  return share === null ? passed : share.of
}

/** "a is 2 and the tests pass": what follows is about something else. */
const CLAUSE_END = patternWith((rows) => {
  const joints = `and|but|so|while|und|aber|y|pero|et|mais|e|ma|mas${or(rows('tests.joint'))}`
  return new RegExp(String.raw`[,;:!?()、，。；]|\.(?=\s|$)|\s(?:${joints})\s`, 'i')
})
/** "2로 바꿨고", "2に": where a number is joined to its word, only a counter counts. */
const isOtherCount = (after: string): boolean =>
  after.charCodeAt(0) > LAST_SPACED && !lexicon('tests.counter').includes(after[0]!)
/** Scripts without spaces come behind it. */
const LAST_SPACED = 0x2e7f

/** `57` and `57/57`; no version, no time, no share. */
const NUMBER = patternWith((rows) => {
  const share = String.raw`\s*(?:\/|of|out of|von|de|sur|di${or(rows('tests.of'))})\s*(\d{1,6})`
  return new RegExp(
    String.raw`(?<![\d.,:/#v-])(\d{1,6})(?:${share})?(?![\d.:%/]|\s*(?:%|ms|s\b|x\b))`,
    'g',
  )
})
const findOtherThings = wordFinder({
  other: `before previously earlier would should ci pipeline pipelines workflow workflows gitlab jenkins subagent subagents
    sub-agent sub-agents`,
})
const OTHER_COUNTED = /\b(?:assertion|expect|file|suite|package|module)s?\b/i
const OTHER_PHRASES = /\b(?:of which|used to|github actions)\b/i

/** "Suite | Result": what a row counts may stand at the head of its table. */
export function withTableHead(sentence: Sentence, sentences: readonly Sentence[]): string {
  if (sentence.form !== 'cell') return sentence.text
  const before = sentences.slice(0, sentences.indexOf(sentence))
  const head = before[before.findLastIndex(({ form }) => form !== 'cell') + 1]
  return `${head?.text ?? ''} ${sentence.text}`
}
