import type { ReviewRule } from '../../../schema/review-report.js'
import { isFirstRow } from '../../../read/weakened/first-row.js'
import { WeakenedKind } from '../../../schema/weakened-check.js'

/** What a rule of the review says, for people who have never heard of it. */
interface ReviewRuleWords {
  /** As hosts show it. */
  id: string
  title: string
  full: string
  /** What the reader can do. */
  help: string
}

/** The word of a rule in an address or a SARIF file. */
const ruleId = (rule: ReviewRule): string => `reflectory/${rule.replaceAll('_', '-')}`

export function describeRule(rule: ReviewRule): ReviewRuleWords {
  const [title, full, help] = WORDS[rule]
  return { id: ruleId(rule), title, full, help }
}

/** Of the first row: a check that no longer checks. */
export const isGraveRule = (rule: ReviewRule): boolean =>
  WeakenedKind.options.includes(rule as WeakenedKind) ? isFirstRow(rule as WeakenedKind) : true

const LOOK = 'Ask why it was done. If it is meant, merge it knowingly.'
const MEANT = `${LOOK} To leave this very change out of later reviews, put its hash into stop.exemptWeakened.`

const WORDS: Readonly<Record<ReviewRule, readonly [title: string, full: string, help: string]>> = {
  deleted: ['A test was deleted', 'A test of the base is gone and was not moved elsewhere.', MEANT],
  skipped: ['A test is skipped', 'A test that ran at the base no longer runs.', MEANT],
  focused: [
    'Only some tests run',
    'A focus keeps the other tests of the file from running.',
    MEANT,
  ],
  emptied: [
    'A test checks nothing',
    'A test still runs, and nothing in it can fail any more.',
    MEANT,
  ],
  excluded: [
    'Tests are excluded',
    'A pattern or a flag keeps tests from being found that were found at the base.',
    MEANT,
  ],
  command: [
    'The command that runs checks was weakened',
    'A script, a job or a hook no longer runs a check, or no longer fails when the check does.',
    MEANT,
  ],
  threshold: ['A threshold was lowered', 'A coverage or quality threshold asks for less.', MEANT],
  stand_in: [
    'A stand-in takes the place of what is tested',
    'A file that is loaded before the tests replaces the code that they test.',
    MEANT,
  ],
  replaced: [
    'Tests are gone with code or tests that changed',
    'Tests of the base are gone; code that they are about is gone too, or other tests were written in their place.',
    MEANT,
  ],
  assertions: ['A test has fewer assertions', 'A test checks less than at the base.', MEANT],
  expectations: [
    'An expected value was changed',
    'A test expects something else than at the base.',
    MEANT,
  ],
  snapshot: ['A snapshot was changed', 'A recorded output was replaced or deleted.', MEANT],
  rules: ['A lint or type rule was relaxed', 'A rule of a linter or a compiler is off.', MEANT],
  suppressed: ['A warning is suppressed', 'A comment keeps a linter or compiler silent.', MEANT],
  under_test: [
    'Code looks whether it is under test',
    'Code that tests exercise behaves differently when they do.',
    MEANT,
  ],
  retried: ['A check is retried', 'A check that failed now has more tries.', MEANT],
  fewer_ran: ['Fewer tests ran', 'The same command ran fewer tests than before.', MEANT],
  run_changed: [
    'How a check runs was changed',
    'A file that decides what the checks run lost or changed something.',
    MEANT,
  ],
  needs_review: [
    'The change needs a review',
    'It touches a surface that matters, or it is large. A floor, never a permission.',
    'Have a person look at it who knows this part.',
  ],
  request_missing: [
    'Something that was asked for is missing',
    'The request names a file or a symbol that is not there after the change.',
    'Look whether it was forgotten, or is there under another name.',
  ],
  declared_lower: [
    'The agent sees less risk than was computed',
    'The run record names a lesser surface than the one that the change touches.',
    'Look first at the surface that was computed.',
  ],
}
