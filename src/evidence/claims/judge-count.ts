/** "All 57 tests pass" when 4 ran: a number that the record speaks against. */
import type { Claim } from '../../schema/claim.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { isTally, readCounts } from '../message/counts.js'
import { isQuestion } from '../message/find-ask.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder } from '../message/words.js'
import type { Judged } from './judged.js'

/**
 * How many tests a sentence says have passed; null when it says no number. `about`: what says that it
 * speaks of tests, if more than the sentence does.
 */
export function claimedTests(text: string, about = text): number | null {
  if (findOtherThings(text).size > 0 || OTHER_PHRASES.test(text)) return null
  if (isTally(text)) return tallied(text)
  let most: number | null = null
  for (const match of text.matchAll(NUMBER)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
    if (isOtherCount(after)) continue
    const next = after.split(CLAUSE_END, 1)[0]!.trim().split(/\s+/).slice(0, 3).join(' ')
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
const CLAUSE_END =
  /[,;:!?()、，。；]|\.(?=\s|$)|\s(?:and|but|so|while|und|aber|y|pero|et|mais|e|ma|mas|и|но)\s/i
/** "2로 바꿨고", "2に": where a number is joined to its word, only a counter counts. */
const isOtherCount = (after: string): boolean =>
  after.charCodeAt(0) > LAST_SPACED && !COUNTERS.includes(after[0]!)
/** Scripts without spaces come behind it. */
const LAST_SPACED = 0x2e7f
const COUNTERS = '개건件个個項项つ本'

/** `57` and `57/57`; no version, no time, no share. */
const NUMBER =
  /(?<![\d.,:/#v-])(\d{1,6})(?:\s*(?:\/|of|out of|von|de|sur|di|из)\s*(\d{1,6}))?(?![\d.:%/]|\s*(?:%|ms|s\b|x\b))/g
const findOtherThings = wordFinder({
  other: `before previously earlier would should ci pipeline pipelines workflow workflows gitlab jenkins subagent subagents
    sub-agent sub-agents`,
})
const OTHER_COUNTED = /\b(?:assertion|expect|file|suite|package|module)s?\b/i
const OTHER_PHRASES = /\b(?:of which|used to|github actions)\b/i

/** A number of passed tests is a claim in any sentence that tells; null unless the record contradicts it. */
export function miscounted(sentences: readonly Sentence[], ledger: Ledger): Claim | null {
  for (const sentence of sentences) {
    const { text, act, form } = sentence
    if (form === 'code' || form === 'quote' || OPEN.has(act) || isQuestion(text)) continue
    const claimed = claimedTests(text, withTableHead(sentence, sentences))
    const { passed, failed } = readCounts(text)
    if (claimed === null || claimed !== passed || (failed ?? 0) > 0) continue
    const judged = judgeCount(claimed, ledger)
    if (judged !== null) return { kind: 'tests-pass', quote: oneLine(text, 200), ...judged }
  }
  return null
}

/** "Suite | Result": what a row counts may stand at the head of its table. */
export function withTableHead(sentence: Sentence, sentences: readonly Sentence[]): string {
  if (sentence.form !== 'cell') return sentence.text
  const before = sentences.slice(0, sentences.indexOf(sentence))
  const head = before[before.findLastIndex(({ form }) => form !== 'cell') + 1]
  return `${head?.text ?? ''} ${sentence.text}`
}

/** What is still to come, or is left. */
const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'outlook'])

/** null if the number is right, or can't be checked. */
export function judgeCount(claimed: number | null, ledger: Ledger): Judged | null {
  const runs = ledger.commands.filter(({ kind }) => kind === 'test')
  const last = runs.at(-1)
  if (claimed === null || last === undefined || !isCounted(ledger)) return null
  // What a command printed before it was run again is no longer so.
  const latest = [...new Map(runs.map((run) => [run.key, run])).values()]
  if (claimed <= latest.reduce((sum, run) => sum + total(run), 0)) return null
  const widest = latest.reduce((a, b) => (total(b) > total(a) ? b : a))
  return {
    status: 'contradicted',
    evidence: [
      `${widest.command} (step ${widest.step}): ${total(widest)} tests ran, not ${claimed}`,
    ],
    fact: `You say that ${claimed} tests pass, but ${total(widest)} ran`,
    step: last.step,
  }
}

/** What a subagent or a server ran stands in no record of ours, and some runs say no number. */
function isCounted({ commands, recent }: Ledger): boolean {
  const isDelegated = recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')
  return !isDelegated && !commands.some((run) => run.kind === 'gh' || isUnread(run))
}

/**
 * Every number of tests that the record shows: of one run, and of the latest of each command together. Null
 * where it does not show all.
 */
export function countsShown(ledger: Ledger): Set<number> | null {
  if (!isCounted(ledger)) return null
  const runs = ledger.commands.filter(({ kind }) => kind === 'test')
  const latest = [...new Map(runs.map((run) => [run.key, run])).values()]
  return new Set([
    ...runs.flatMap((run) => [passed(run), total(run)]),
    ...[passed, total].map((of) => latest.reduce((sum, run) => sum + of(run), 0)),
  ])
}

/** A run that may have been of tests and says no number of them. */
const isUnread = ({ kind, command, counts, gist }: CommandRun): boolean =>
  kind === 'test'
    ? counts === null || COUNTS_OTHER.test(gist)
    : (kind === 'run' || kind === 'other') &&
      /test|spec|check|verify/i.test(command) &&
      !LISTS.test(command)

/** It says which tests there are, and runs none. */
const LISTS = /\s--(?:collect-only|list(?:-?tests)?)\b/i

/** Its numbers are not of tests. */
export const countsOther = ({ gist }: CommandRun): boolean => COUNTS_OTHER.test(gist)

/** Go sums up packages, and ctest programs. */
const COUNTS_OTHER = /^(?:ok|FAIL|PASS)\b|tests passed, \d+ tests? failed out of/

const passed = ({ counts }: CommandRun): number => counts?.passed ?? 0

const total = ({ counts }: CommandRun): number =>
  counts === null ? 0 : counts.passed + counts.failed + counts.skipped
