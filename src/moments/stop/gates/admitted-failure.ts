import { mayBeEditedSince } from '../../../evidence/order.js'
import { sharedTopics } from '../../../evidence/message/topics.js'
import { isKnownRed } from '../../attempt-failure.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** The agent's own report ends on a check that fails, or on something that does not work. */
export const admittedFailure: Gate = {
  id: 'admitted_failure',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { evidence, closing } = facts
    const { flags } = evidence.request
    if (flags.redExpected !== null || isReport(facts)) return null
    const { tests, build, works } = closing.outcomes
    const failed = [build, tests, works].find((outcome) => outcome?.passed === false)
    if (hasPassedSince(evidence)) return null
    if (failed === undefined || failed === null) return gaveUp(facts)
    return {
      fact: 'Your own report says that it does not pass',
      quote: failed.quote,
      read: closing.sentences.find(({ text }) => text === failed.quote),
      severity: failed === works ? 'MEDIUM' : 'HIGH',
      missing:
        failed === tests
          ? 'passing tests'
          : failed === build
            ? 'a build that passes'
            : 'a result that works',
      nextAction: 'Fix what fails and run it again.',
      // Its words are enough to look; a recorded red check that had to be green is enough to push.
      requested: flags.testsWanted !== null && endsRed(evidence),
    }
  },
}

/** It says that it could not do a part of what was asked. */
function gaveUp({ closing, asked }: StopFacts): Objection | null {
  const { refused } = closing
  if (refused === null || sharedTopics(refused.text, asked).length === 0) return null
  return {
    fact: 'Your own report says that you could not do part of the request',
    quote: refused.text,
    read: refused,
    severity: 'MEDIUM',
    missing: 'the part that you gave up on',
    nextAction: 'Try another way.',
    requested: false,
  }
}

const lastCheck = ({ commands }: StopFacts['evidence']) =>
  commands.findLast(({ kind, result }) => isCheck(kind) && result !== 'unknown')

const isCheck = (kind: string): boolean => kind === 'test' || kind === 'build'

const endsRed = (evidence: StopFacts['evidence']): boolean => {
  const last = lastCheck(evidence)
  return last?.result === 'failed' && !isKnownRed(last.step, evidence)
}

/** A recorded pass of the final state beats what a text seems to say. */
const hasPassedSince = (evidence: StopFacts['evidence']): boolean =>
  lastCheck(evidence)?.result === 'passed' &&
  evidence.commands.some(
    (run) => run.kind === 'test' && run.result === 'passed' && !mayBeEditedSince(run, evidence),
  )

/** Asked only to look and tell, a failure that is found is the result. */
const isReport = ({ evidence, request }: StopFacts): boolean =>
  evidence.request.flags.readOnly !== null ||
  evidence.request.flags.planOnly !== null ||
  (evidence.request.flags.change === null &&
    request
      .flatMap((sentence) => [sentence, ...sentence.clauses])
      .some(({ label, text }) => label === 'answer' || (label === 'check' && asksWhether(text))))

/** "Check whether the tests pass" wants to know. */
const asksWhether = (text: string): boolean =>
  /\b(?:whether|if|ob|si|se)\b|\sли\s|かどうか|是否|[?？]/i.test(text)
