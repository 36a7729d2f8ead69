import { subjectsIn } from '../../../evidence/message/subjects.js'
import { mayBeEditedSince } from '../../../evidence/order.js'
import type { Claim } from '../../../schema/claim.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { Gate, Objection, StopFacts } from '../gate.js'
import { hasDelegated } from '../delegated.js'
import { onlyLooks } from '../substance.js'
import { CLAIMS, sentenceOf } from './contradicted-claim.js'

/** Claims that leave a trace when they are true. */
const TRACEABLE: ReadonlySet<Claim['kind']> = new Set([
  'tests-pass',
  'build-passes',
  'committed',
  'pushed',
  'pr-opened',
  'deployed',
])

/** Something is claimed that would have left a trace, and there is none. */
export const unsupportedClaim: Gate = {
  id: 'unsupported_claim',
  tier: 'note',
  yieldsToPerson: false,
  check({ evidence, request, demands, basis }) {
    const { flags } = evidence.request
    if (flags.readOnly !== null || flags.planOnly !== null) return null
    if (basis === 'recorded' && evidence.totals.toolCalls === 0) return null
    if (hasDelegated(evidence, -1)) return null
    const overtaken = overtakenTests(evidence)
    if (overtaken !== null) return overtaken
    const claim = evidence.claims.find(
      ({ kind, status, quote }) =>
        status === 'unsupported' &&
        isTraceable(kind, request) &&
        !hasTrace(kind, quote, evidence.commands),
    )
    if (claim === undefined) return null
    const demanded =
      (claim.kind === 'tests-pass' && (flags.testsWanted !== null || wantsTests(demands))) ||
      isProjectRule(claim, demands) ||
      (isLint(claim) && wantsLint(request)) ||
      (claim.kind === 'deployed' && flags.deployWanted !== null) ||
      (claim.kind === 'pr-opened' && flags.prWanted !== null)
    return {
      fact: `You say "${CLAIMS[claim.kind]}", but no command in this session shows it`,
      quote: claim.quote,
      read: sentenceOf(claim, evidence),
      severity: 'HIGH',
      missing: `a command that shows that ${CLAIMS[claim.kind]}`,
      nextAction: 'Show the run that proves it, or correct the statement.',
      requested: demanded,
    }
  },
}

/** A command's words tell of an edit behind the run: no reason to push, and none to call it done. */
function overtakenTests(evidence: Evidence): Objection | null {
  const claim = evidence.claims.find(
    ({ kind, status }) => kind === 'tests-pass' && status === 'unsupported',
  )
  const last = evidence.commands.findLast(({ kind }) => kind === 'test')
  if (claim === undefined || last?.result !== 'passed' || !mayBeEditedSince(last, evidence))
    return null
  return {
    fact: 'You say "the tests pass", but code may have changed since they ran',
    quote: claim.evidence[0] ?? last.command,
    read: sentenceOf(claim, evidence),
    severity: 'LOW',
    missing: 'a run of the tests after the last change',
    nextAction: 'Run them again and report what they print.',
    requested: false,
  }
}

/** A wish that is not sure enough to be held to is, beside the claim that it was met. */
const wantsTests = (demands: StopFacts['demands']): boolean =>
  demands.some(
    ({ source, kind, state, sentence }) =>
      source === 'human' &&
      kind === 'check' &&
      state === 'asked' &&
      subjectsIn(sentence).has('tests'),
  )

/** "Fix it; lint must pass": the wish may stand in a clause. */
const wantsLint = (request: StopFacts['request']): boolean =>
  request.some(
    ({ label, text, clauses }) =>
      isAboutLint(text) && [label, ...clauses.map((one) => one.label)].includes('check'),
  )

/** The project asks every agent for the very thing that is claimed. */
const isProjectRule = ({ kind, quote }: Claim, demands: StopFacts['demands']): boolean =>
  (kind === 'tests-pass' || kind === 'build-passes') &&
  demands.some(
    ({ source, kind, sentence }) =>
      source === 'project' &&
      kind === 'check' &&
      [...subjectsIn(sentence)].some((subject) => subjectsIn(quote).has(subject)),
  )

/** An agent that was asked to verify something has to have run something. */
const isTraceable = (kind: Claim['kind'], request: StopFacts['request']): boolean =>
  TRACEABLE.has(kind) || (kind === 'verified' && request.some(({ label }) => label === 'check'))

/** The kinds of command that could have made a claim true, whatever came of them. */
const TRACES: Partial<Record<Claim['kind'], readonly string[]>> = {
  'tests-pass': ['test', 'run', 'other'],
  'build-passes': ['build', 'typecheck', 'lint', 'format', 'test', 'run', 'other'],
  committed: ['git', 'gh'],
  pushed: ['git', 'gh'],
  'pr-opened': ['gh', 'git', 'other'],
  deployed: ['deploy', 'git', 'run', 'other'],
  verified: ['test', 'build', 'typecheck', 'lint', 'run', 'gh', 'deploy', 'other'],
}

const hasTrace = (
  kind: Claim['kind'],
  quote: string,
  commands: readonly { kind: string; command: string }[],
): boolean =>
  commands.some(
    (run) =>
      (TRACES[kind]?.includes(run.kind) ?? true) &&
      !onlyLooks(run.command) &&
      !(run.kind === 'test' && isLint({ kind, quote }) && !MAY_LINT.test(run.command)),
  )

const isAboutLint = (text: string): boolean => subjectsIn(text).has('lint')

const isLint = ({ kind, quote }: Pick<Claim, 'kind' | 'quote'>): boolean =>
  kind === 'build-passes' && isAboutLint(quote)

/** A script or a target may lint before it tests; a test runner by itself never does. */
const MAY_LINT =
  /(?:^|\s)(?:npm|yarn|pnpm|bun|make|just|task|tox|nox|hatch|rake|composer|gradlew?|\.\/\S+|mvnw?|sbt|lerna|nx|turbo)\b/
