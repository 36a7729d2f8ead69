import { sharedTopics } from '../closing/words.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** The agent's own report ends on a check that fails, or on something that does not work. */
export const admittedFailure: Gate = {
  id: 'admitted_failure',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { evidence, closing, asked, basis } = facts
    const { flags } = evidence.request
    if (flags.redExpected !== null || isReport(facts)) return null
    const { tests, build, works } = closing.outcomes
    const failed = [build, tests, works].find((outcome) => outcome?.passed === false)
    if (basis === 'recorded' && hasPassedSince(evidence)) return null
    if (failed === undefined || failed === null) return gaveUp(facts)
    if (isMeasuredBefore(closing.sentences)) return null
    return {
      fact: 'Your own report says that it does not pass',
      quote: failed.quote,
      severity: failed === works ? 'MEDIUM' : 'HIGH',
      missing:
        failed === tests
          ? 'passing tests'
          : failed === build
            ? 'a build that passes'
            : 'a result that works',
      nextAction: 'Mend what fails and run it again.',
      requested: /\b(?:fix|pass\w*|green|builds?|tests?)\b/i.test(asked),
    }
  },
}

/** It says that it could not do a part of what was asked. */
function gaveUp({ closing, asked }: StopFacts): Objection | null {
  if (closing.refused === null || sharedTopics(closing.refused, asked).length === 0) return null
  return {
    fact: 'Your own report says that you could not do a part of the request',
    quote: closing.refused,
    severity: 'MEDIUM',
    missing: 'the part that was given up',
    nextAction: 'Try another way; if something stands in the way, name it exactly.',
    requested: false,
  }
}

/** A recorded pass of the final state beats what a text seems to say. */
const hasPassedSince = ({ commands, lastEditStep }: StopFacts['evidence']): boolean =>
  commands.findLast(({ kind }) => kind === 'test' || kind === 'build')?.result === 'passed' &&
  commands.some(
    ({ kind, step, result }) =>
      kind === 'test' && result === 'passed' && step > (lastEditStep ?? -1),
  )

/** Asked only to look and tell, a failure that is found is the result. */
const isReport = ({ evidence, asked }: StopFacts): boolean =>
  evidence.request.flags.readOnly !== null ||
  evidence.request.flags.planOnly !== null ||
  (evidence.request.flags.change === null &&
    /\b(?:tell|report|list|show|which|what|how many|summari[sz]e|find out|let me know|check (?:if|whether))\b/i.test(
      asked,
    ) &&
    !/\b(?:fix|repair|make (?:sure|them|it)|ensure|get)\b/i.test(asked))

/** It was run without the change too: then it is known not to come from it. */
const isMeasuredBefore = (sentences: StopFacts['closing']['sentences']): boolean =>
  sentences.some(({ text }) =>
    /\b(?:fail\w*|failures?|broken|red|errors?)\b[^.]*\b(?:on (?:main|master|trunk|a clean (?:checkout|clone|tree))|without (?:my|the|this) (?:change|patch|fix)|before (?:my|the|this) change)\b|\b(?:stash\w*|checked out (?:main|master)|clean checkout)\b[^.]*\b(?:same|also|fail\w*)\b/i.test(
      text,
    ),
  )
