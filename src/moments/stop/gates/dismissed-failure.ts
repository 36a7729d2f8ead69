import type { Gate } from '../gate.js'

/** A failing test is called flaky or unrelated, and nothing was done about it. */
export const dismissedFailure: Gate = {
  id: 'dismissed_failure',
  tier: 'note',
  yieldsToPerson: false,
  check({ evidence, closing, asked }) {
    if (closing.dismissed === null || evidence.request.flags.readOnly !== null) return null
    if (wasRerun(evidence.commands) || closing.outcomes.tests?.passed === true) return null
    return {
      fact: 'A failing test is waved away, and nothing was done about it',
      quote: closing.dismissed,
      severity: 'HIGH',
      missing:
        'a rerun that passes, a quarantine with a ticket, a replacement test or a stabilising fix',
      nextAction: 'Run the test again several times; if it ever fails, find and mend the cause.',
      requested: /\b(?:tests?|ci|flak\w+|fail\w*|green|pass\w*)\b/i.test(asked),
    }
  },
}

/** The same test failed and then passed twice with no edit needed to say so. */
const wasRerun = (commands: readonly { kind: string; result: string }[]): boolean => {
  const tests = commands.filter(({ kind }) => kind === 'test')
  return tests.length >= 2 && tests.at(-1)!.result === 'passed'
}
