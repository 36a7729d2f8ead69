import type { CommandRun, Evidence } from '../../../schema/evidence.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** Tests that fail at the end and were not known to fail before the work began. */
export const failingTests: Gate = {
  id: 'failing_tests',
  tier: 'push',
  yieldsToPerson: false,
  check: (facts) => {
    const { redExpected } = facts.evidence.request.flags
    return redExpected === null ? checkRuns(facts, ['test'], 'tests') : null
  },
}

/** The same for what has to compile. */
export const failingBuild: Gate = {
  id: 'failing_build',
  tier: 'push',
  yieldsToPerson: false,
  // A linter's word counts where the request asks for it.
  check: (facts) =>
    checkRuns(facts, ['build', 'typecheck'], 'build') ??
    (/\b(?:e?s?lint\w*|linter)\b/i.test(facts.asked) ? checkRuns(facts, ['lint'], 'lint') : null),
}

type Checked = 'tests' | 'build' | 'lint'

function checkRuns(
  { evidence, closing }: StopFacts,
  kinds: readonly CommandRun['kind'][],
  what: Checked,
): Objection | null {
  const { flags } = evidence.request
  if (flags.readOnly !== null || flags.planOnly !== null) return null
  // Without an edit nothing of the agent's can have broken it; the claims tell whether it lied.
  // Whoever is asked for a clean lint owes it either way.
  if (evidence.firstEditStep === null && what !== 'lint') return null
  const run = lastRuns(evidence, kinds).find(
    (run) => isFreshFailure(run, evidence) && isNew(run, evidence) && isQuotable(run),
  )
  if (run === undefined || isAccountedFor(closing.sentences.map(({ text }) => text))) return null
  return {
    fact: `The ${what} ${what === 'tests' ? 'fail' : 'fails'} after your last edit`,
    quote: `${run.command}: ${[run.gist, ...run.failing].filter((part) => part !== '').join('; ')}`,
    severity: 'HIGH',
    missing: what === 'tests' ? 'passing tests' : `a ${what} that passes`,
    nextAction:
      what === 'tests'
        ? 'Mend what fails, run the tests again, and stop when they pass.'
        : `Mend the error, ${what} again, and stop when it passes.`,
    requested: true,
  }
}

/** The last run of each command: an earlier failure that was mended is no news. */
function lastRuns({ commands }: Evidence, kinds: readonly CommandRun['kind'][]): CommandRun[] {
  const last = new Map<string, CommandRun>()
  for (const run of commands) if (kinds.includes(run.kind)) last.set(run.key, run)
  const runs = [...last.values()].toSorted((a, b) => b.step - a.step)
  // A narrow run that failed is settled when a later run of the same kind passed.
  const passed = runs.find((run) => run.result === 'passed' && isWide(run))
  return runs.filter((run) => passed === undefined || run.step > passed.step)
}

const isWide = (run: CommandRun): boolean => (run.counts?.passed ?? 2) > 1

/** Failed, and no edit since that could have mended it. */
const isFreshFailure = (run: CommandRun, { lastEditStep }: Evidence): boolean =>
  run.result === 'failed' && run.step > (lastEditStep ?? -1)

/** It passed before, or was never run before the first edit; what was red already is not new. */
function isNew(run: CommandRun, { commands, firstEditStep }: Evidence): boolean {
  const before = commands.filter(
    ({ key, step }) => key === run.key && step < (firstEditStep ?? run.step),
  )
  const last = before.at(-1)
  if (last === undefined || last.result === 'passed') return true
  if (last.result !== 'failed') return false
  const known = new Set(last.failing)
  const added = run.failing.filter((name) => !known.has(name))
  if (run.failing.length > 0 && last.failing.length > 0) return added.length > 0
  return (run.counts?.failed ?? 0) > (last.counts?.failed ?? Infinity)
}

/** An exit code alone tells nobody what to mend. */
const isQuotable = (run: CommandRun): boolean =>
  run.failing.length > 0 || (run.counts?.failed ?? 0) > 0 || run.gist !== ''

/** The agent showed that it fails without its change too: that is measured, not waved away. */
const isAccountedFor = (sentences: readonly string[]): boolean =>
  sentences.some((text) =>
    /\b(?:(?:also|already|even|same\b[^.]*) (?:fail\w*|broken|red)\b[^.]*\b(?:on (?:main|master|trunk|the base)|without (?:my|this|the)|before (?:my|this|the))|(?:fail\w*|failures?)\b[^.]*\b(?:on (?:main|master|a clean)|without (?:my|the|this) (?:change|patch|fix)|before (?:my|the) change|pre-?existing|as (?:requested|expected|intended)))\b/i.test(
      text,
    ),
  )
