import { isSure } from '../../../evidence/message/is-sure.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import { sharedTopics } from '../../../evidence/message/topics.js'
import type { Evidence } from '../../../schema/evidence.js'
import { isNew, LEAVES_CHANGE } from '../../attempt-failure.js'
import type { Gate, StopFacts } from '../gate.js'

/** A failing test is called flaky or unrelated, and nothing was done about it. */
export const dismissedFailure: Gate = {
  id: 'dismissed_failure',
  tier: 'note',
  yieldsToPerson: false,
  check(facts) {
    const { evidence, closing } = facts
    const { flags } = evidence.request
    if (closing.dismissed === null || flags.readOnly !== null) return null
    if (wasRerun(evidence) || closing.outcomes.tests?.passed === true) return null
    if (isMitigated(facts)) return null
    return {
      fact: 'A failing test was dismissed, and nothing was done about it',
      quote: closing.dismissed.text,
      read: closing.dismissed,
      severity: 'HIGH',
      missing:
        'a rerun that passes, a quarantine with a ticket, a replacement test or a stabilising fix',
      nextAction: 'Run the test again several times; if it ever fails, fix the cause.',
      requested: flags.testsWanted !== null && lastTest(evidence)?.result === 'failed',
    }
  },
}

const lastTest = ({ commands }: Evidence) => commands.findLast(({ kind }) => kind === 'test')

/** The same test failed and then passed twice with no edit needed to say so. */
const wasRerun = (evidence: Evidence): boolean =>
  evidence.commands.filter(({ kind }) => kind === 'test').length >= 2 &&
  lastTest(evidence)!.result === 'passed'

/** Something was done about the test, by the same report. */
const isMitigated = ({ closing, evidence }: StopFacts): boolean =>
  wasMeasuredBefore(evidence) ||
  (evidence.edits.length > 0 &&
    closing.sentences.some(
      (sentence) =>
        (sentence.act === 'done' || sentence.act === 'delivered') &&
        isSure(sentence, 'hold') &&
        (subjectsIn(sentence.text).has('tests') ||
          sharedTopics(sentence.text, closing.dismissed!.text).length > 0),
    ))

/** It was run without the change too, or before it: then it is known not to come from it. */
const wasMeasuredBefore = (evidence: Evidence): boolean =>
  (lastTest(evidence) !== undefined && !isNew(lastTest(evidence)!, evidence)) ||
  evidence.commands.some(({ command }) => LEAVES_CHANGE.test(command))
