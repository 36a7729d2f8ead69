/** "All 57 tests pass" when 4 ran: a number that the record speaks against. */
import type { Claim } from '../../schema/claim.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder } from '../message/words.js'

/** How many tests a sentence says have passed; null when it says no number. */
export function claimedTests(text: string): number | null {
  if (findOtherThings(text).size > 0 || OTHER_PHRASES.test(text)) return null
  let most: number | null = null
  for (const match of text.matchAll(NUMBER)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
    const next = after.trim().split(/\s+/).slice(0, 3).join(' ')
    const isTests = subjectsIn(next).has('tests') || /^(?:examples?|specs?|cases?)\b/i.test(next)
    const isPassed = /^(?:passed|passing|pass|green|grün|bestanden)\b/i.test(next)
    if (!isTests && !(isPassed && subjectsIn(text).has('tests'))) continue
    most = Math.max(most ?? 0, Number(match[2] ?? match[1]))
  }
  return most
}

/** `57` and `57/57`; no version, no time, no share. */
const NUMBER =
  /(?<![\d.,:/#v-])(\d{1,6})(?:\s*(?:\/|of|out of|von|de|sur|di|из)\s*(\d{1,6}))?(?![\d.:%/]|\s*(?:%|ms|s\b|x\b))/g
const findOtherThings = wordFinder({
  other: `assertion assertions expect expects file files suite suites package packages module modules before
    previously earlier would should ci pipeline pipelines workflow workflows gitlab jenkins subagent subagents
    sub-agent sub-agents`,
})
const OTHER_PHRASES = /\b(?:of which|used to|github actions)\b/i

type Judged = Pick<Claim, 'status' | 'evidence' | 'step'>

/** null if the number is right, or can't be checked. */
export function judgeCount(claimed: number | null, { commands, recent }: Ledger): Judged | null {
  const runs = commands.filter(({ kind }) => kind === 'test')
  const last = runs.at(-1)
  if (claimed === null || last === undefined || commands.some(isUnread)) return null
  // What a subagent or a server ran stands in no record of ours.
  const isDelegated = recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')
  if (isDelegated || commands.some(({ kind }) => kind === 'gh')) return null
  const latest = [...new Map(runs.map((run) => [run.key, run])).values()]
  const most = Math.max(
    ...runs.map(total),
    latest.reduce((sum, run) => sum + total(run), 0),
  )
  if (claimed <= most) return null
  const widest = runs.reduce((a, b) => (total(b) > total(a) ? b : a))
  return {
    status: 'contradicted',
    evidence: [
      `${widest.command} (step ${widest.step}): ${total(widest)} tests ran, not ${claimed}`,
    ],
    step: last.step,
  }
}

/** A run that may have been of tests and says no number of them. */
const isUnread = ({ kind, command, counts, gist }: CommandRun): boolean =>
  kind === 'test'
    ? counts === null || COUNTS_OTHER.test(gist)
    : (kind === 'run' || kind === 'other') && /test|spec|check|verify/i.test(command)

/** Go sums up packages, and ctest programs. */
const COUNTS_OTHER = /^(?:ok|FAIL|PASS)\b|tests passed, \d+ tests? failed out of/

const total = ({ counts }: CommandRun): number =>
  counts === null ? 0 : counts.passed + counts.failed + counts.skipped
