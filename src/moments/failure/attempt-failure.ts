import type { CommandRun, Evidence } from '../../schema/evidence.js'
import type { FailureType } from '../../schema/lesson.js'

export interface AttemptFailure {
  failureType: FailureType
  errorOutput: string
}

const CHECKS: Partial<Record<CommandRun['kind'], FailureType>> = {
  test: 'test_failure',
  typecheck: 'typecheck_failure',
  build: 'typecheck_failure',
}

/** What was red at the end of the attempt: a test, a build or a claim; null when nothing was. */
export function findAttemptFailure(evidence: Evidence): AttemptFailure | null {
  const red = lastOfEach(checksOf(evidence)).filter((run) => run.result === 'failed')
  const claims = evidence.claims.filter((claim) => claim.status === 'contradicted')
  if (red.length === 0 && claims.length === 0) return null
  const outputs = red.map((run) => describeRun(run, evidence))
  const said = claims.map((claim) =>
    [`It was said: "${claim.quote}"`, ...claim.evidence].join('\n'),
  )
  return {
    failureType: CHECKS[red[0]?.kind ?? 'other'] ?? 'verification_failed',
    errorOutput: [...outputs, ...said].join('\n\n'),
  }
}

/** Whether enough was seen to say that nothing was red. */
export const hasWork = ({ commands, edits }: Evidence): boolean =>
  commands.length + edits.length > 0

const checksOf = ({ commands }: Evidence): CommandRun[] =>
  commands.filter((run) => CHECKS[run.kind] !== undefined)

/** The same work run again counts by its last run. */
const lastOfEach = (runs: readonly CommandRun[]): CommandRun[] => [
  ...new Map(runs.map((run) => [run.key, run])).values(),
]

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
