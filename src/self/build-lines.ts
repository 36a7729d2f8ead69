/**
 * Lines of the self-model from facts: pure, so that the same rows make the same lines. Each says its n
 * and its interval; with fewer than twenty cases there is no line.
 */
import { quoteFact } from '../safety/fence.js'
import type { Interval } from '../schema/interval.js'
import type { SelfLine } from '../schema/self-line.js'
import { compareText } from '../util/compare-text.js'
import { exactInterval, medianRanks } from '../util/exact-interval.js'
import { differenceInterval } from '../util/difference-interval.js'
import { inPoints, sayLine } from './say-line.js'
import { DAY_MS, WINDOW_DAYS } from './self-facts.js'
import type { SelfFacts, SessionFact } from './self-facts.js'

export type BuiltLine = Pick<
  SelfLine,
  'about' | 'agent' | 'interactive' | 'model' | 'statement' | 'n' | 'measure' | 'since' | 'evidence'
>

export interface BuildTerms {
  /** ISO instant: facts from before it count, as far as they lie in the window. */
  until: string
  /** From which confidence a session counts as one that the agent was sure of. */
  high: number
  /** @default those of a line that is shown */
  bounds?: Bounds
}

interface Bounds {
  minCases: number
  /** Of one kind; those with the most cases. */
  maxOfKind: number
}

export const MIN_CASES = 20
const SHOWN: Bounds = { minCases: MIN_CASES, maxOfKind: 8 }
/** Whatever is known, to hold something else against it. */
export const ALL_EVIDENCE: Bounds = { minCases: 1, maxOfKind: Infinity }
/** Of either arm, where two are compared. */
const MIN_PER_ARM = 10
const MAX_EVIDENCE = 10

export function buildLines(
  all: SelfFacts,
  { until, high, bounds = SHOWN }: BuildTerms,
): BuiltLine[] {
  const facts = within(all, until)
  const { people, claims, checks, tasks, findings } = facts
  const sessions = facts.sessions.filter(({ saidDone }) => saidDone)
  const sure = sessions.filter(({ confidence }) => confidence !== null && confidence >= high)
  const share = (about: string, cases: readonly Case[], of: Of = {}): BuiltLine[] =>
    cases.length < bounds.minCases ? [] : [toShare(about, cases, { of, high })]
  const grouped = <T>(cases: readonly T[], namesOf: (one: T) => readonly string[]) =>
    groups(cases, namesOf, bounds)
  /** Without a group that is all of them: it would say what is said already. */
  const parts = <T>(cases: readonly T[], namesOf: (one: T) => readonly string[]) =>
    grouped(cases, namesOf).filter(([, group]) => group.length < cases.length)
  return [
    ...share('done-right', right(sessions)),
    ...parts(sessions, ({ agent }) => [agent]).flatMap(([agent, cases]) =>
      share('done-right', right(cases), { agent }),
    ),
    ...parts(sessions, ({ model }) => (model === null ? [] : [model])).flatMap(([model, cases]) =>
      share('done-right', right(cases), { model }),
    ),
    ...parts(sessions, wayOf).flatMap(([way, cases]) =>
      share('done-right', right(cases), { interactive: way === ATTENDED }),
    ),
    ...grouped(sessions, ({ surface }) => (surface === null ? [] : [surface])).flatMap(
      ([surface, cases]) => share(`done-right:${surface}`, right(cases)),
    ),
    ...grouped(facts.sessions, ({ folders }) => folders).flatMap(([folder, cases]) =>
      share(`broke:${folder}`, wrong(cases)),
    ),
    ...grouped(claims, ({ kind }) => [kind]).flatMap(([kind, cases]) =>
      share(
        `claim:${kind}`,
        cases.map((one) => ({ ...one, hit: !one.proven })),
      ),
    ),
    ...share('sure', right(sure)),
    ...share(
      'needs-person',
      people.map((one) => ({ ...one, hit: one.asked })),
    ),
    ...share(
      'stopped',
      people.map((one) => ({ ...one, hit: one.stopped })),
    ),
    ...grouped(checks, ({ name }) => [name]).flatMap(([name, cases]) => [
      ...share(
        `check-flaky:${name}`,
        cases.map((one) => ({ ...one, hit: one.flaky })),
      ),
      ...duration(name, cases, bounds),
    ]),
    ...grouped(sessions, ({ skills }) => skills).flatMap(([skill, cases]) =>
      share(`skill:${skill}`, right(cases)),
    ),
    ...grouped(tasks, ({ name }) => [name]).flatMap(([name, cases]) =>
      share(
        `task:${name}`,
        cases.map((one) => ({ ...one, hit: one.completed })),
      ),
    ),
    ...grouped(findings, ({ rule }) => [rule]).flatMap(([rule, cases]) =>
      share(
        `finding:${rule}`,
        cases.map((one) => ({ ...one, hit: one.resolvedAt === null || one.resolvedAt >= until })),
      ),
    ),
    ...grouped(facts.exposures, ({ lessonId }) => [lessonId]).flatMap(([id, cases]) =>
      lift(id, cases),
    ),
  ]
}

const right = (cases: readonly SessionFact[]) => cases.map((one) => ({ ...one, hit: one.right }))
const wrong = (cases: readonly SessionFact[]) => cases.map((one) => ({ ...one, hit: !one.right }))

const ATTENDED = 'attended'
const wayOf = ({ interactive }: SessionFact): string[] =>
  interactive === null ? [] : [interactive ? ATTENDED : 'unattended']

interface Case {
  id: string
  at: string
  hit: boolean
}

type Of = Partial<Pick<BuiltLine, 'agent' | 'interactive' | 'model'>>

function toShare(
  about: string,
  cases: readonly Case[],
  { of, high }: { of: Of; high: number },
): BuiltLine {
  const hits = cases.filter(({ hit }) => hit).length
  return line(about, cases, shareOf(hits, cases.length), { of, high })
}

/** A share with its interval. */
export const shareOf = (hits: number, n: number): Interval =>
  rounded({ value: hits / n, ...exactInterval(hits, n) })

function duration(
  name: string,
  runs: readonly (Omit<Case, 'hit'> & { durationMs: number | null })[],
  { minCases }: Bounds,
): BuiltLine[] {
  const timed = runs.filter((run) => run.durationMs !== null)
  const n = timed.length
  if (n < minCases) return []
  const seconds = timed.map(({ durationMs }) => durationMs! / 1000).sort((a, b) => a - b)
  const { low, high } = medianRanks(n)
  const measure = rounded({
    value: seconds[Math.floor((n - 1) / 2)]!,
    low: seconds[low - 1]!,
    high: seconds[high - 1]!,
  })
  return [line(`check-time:${name}`, timed, measure)]
}

/** What a lesson does: success with it against success without it. */
function lift(id: string, exposures: SelfFacts['exposures']): BuiltLine[] {
  const arm = (name: 'shown' | 'held_out') => {
    const ended = exposures.filter((one) => one.arm === name && isMeasured(one))
    return { n: ended.length, successes: ended.filter((one) => one.outcome === 'success').length }
  }
  const [shown, heldOut] = [arm('shown'), arm('held_out')]
  if (Math.min(shown.n, heldOut.n) < MIN_PER_ARM) return []
  const value = shown.successes / shown.n - heldOut.successes / heldOut.n
  const measure = rounded({ value, ...differenceInterval(shown, heldOut) })
  const what = id === SELF_MODEL ? 'these lines' : `the lesson ${id}`
  const says = `With ${what} ${shown.successes} of ${shown.n} attempts went well, without ${heldOut.successes} of ${heldOut.n}: ${inPoints(measure)}.`
  const cases = exposures.filter(isMeasured).map((one) => ({ ...one, at: one.closedAt! }))
  return [line(`lesson:${id}`, cases, measure, { says })]
}

/** The name under which the self-model itself is shown and held out. */
export const SELF_MODEL = 'self-model'

const isMeasured = ({ outcome }: SelfFacts['exposures'][number]): boolean =>
  outcome === 'success' || outcome === 'failure'

function line(
  about: string,
  cases: readonly { id: string; at: string }[],
  measure: Interval,
  { of = {}, high, says }: { of?: Of; high?: number; says?: string } = {},
): BuiltLine {
  const newestFirst = [...cases].sort((a, b) => compareText(b.at, a.at) || compareText(a.id, b.id))
  const n = cases.length
  const made = { about: quoteFact(about), agent: null, interactive: null, model: null, ...of }
  const terms = high === undefined ? {} : { high }
  return {
    ...made,
    statement: quoteFact(says ?? sayLine({ ...made, n, measure }, terms) ?? made.about),
    n,
    measure,
    since: `${newestFirst.at(-1)!.at.slice(0, 10)}T00:00:00.000Z`,
    evidence: newestFirst.slice(0, MAX_EVIDENCE).map(({ id }) => id),
  }
}

/** Cases by name, those with the most first. */
function groups<T>(
  cases: readonly T[],
  namesOf: (one: T) => readonly string[],
  { minCases, maxOfKind }: Bounds,
): [string, T[]][] {
  const byName = new Map<string, T[]>()
  for (const one of cases) {
    for (const name of namesOf(one)) {
      const group = byName.get(name)
      if (group === undefined) byName.set(name, [one])
      else group.push(one)
    }
  }
  return [...byName]
    .filter(([, group]) => group.length >= minCases)
    .sort(([a, one], [b, two]) => two.length - one.length || compareText(a, b))
    .slice(0, maxOfKind)
}

function within(facts: SelfFacts, until: string): SelfFacts {
  const since = new Date(Date.parse(until) - WINDOW_DAYS * DAY_MS).toISOString()
  const isIn = ({ at }: { at: string }) => at >= since && at < until
  return {
    sessions: facts.sessions.filter(isIn),
    people: facts.people.filter(isIn),
    claims: facts.claims.filter(isIn),
    checks: facts.checks.filter(isIn),
    tasks: facts.tasks.filter(isIn),
    findings: facts.findings.filter(isIn),
    exposures: facts.exposures.filter(({ closedAt }) => isIn({ at: closedAt ?? '' })),
  }
}

/** Four places: the same on every machine. */
const rounded = ({ value, low, high }: Interval): Interval => ({
  value: round(value),
  low: round(low),
  high: round(high),
})
const round = (value: number): number => Math.round(value * 10_000) / 10_000
