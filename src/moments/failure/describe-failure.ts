import type { CommandRun, Evidence } from '../../schema/evidence.js'
import type { FailureType } from '../../schema/lesson.js'
import type { AttemptFailure } from '../attempt-failure.js'

/** What a lesson is made of. */
export interface DescribedFailure {
  failureType: FailureType
  errorOutput: string
}

const TYPES: Partial<Record<CommandRun['kind'], FailureType>> = {
  test: 'test_failure',
  typecheck: 'typecheck_failure',
  build: 'typecheck_failure',
}

/** What was red at the end of the attempt, in the words of those who said so. */
export function describeFailure(
  { runs, claims }: AttemptFailure,
  evidence: Evidence,
): DescribedFailure {
  const outputs = runs.map((run) => describeRun(run, evidence))
  const said = claims.map((claim) =>
    [`It was said: "${claim.quote}"`, ...claim.evidence].join('\n'),
  )
  return {
    failureType: TYPES[runs[0]?.kind ?? 'other'] ?? 'verification_failed',
    errorOutput: [...outputs, ...said].join('\n\n'),
  }
}

function describeRun(run: CommandRun, { recent }: Evidence): string {
  const call = recent.find((item) => item.kind === 'call' && item.step === run.step)
  return [
    `$ ${run.command}`,
    ...run.failing.map((test) => `✗ ${test}`),
    run.gist,
    call?.kind === 'call' ? call.output : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
