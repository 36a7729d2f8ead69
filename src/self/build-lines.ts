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
}

export const MIN_CASES = 20
/** Of either arm, where two are compared. */
const MIN_PER_ARM = 10
/** Of one kind; those with the most cases. */
const MAX_OF_KIND = 8
const MAX_EVIDENCE = 10

export function buildLines(all: SelfFacts, { until, high }: BuildTerms): BuiltLine[] {
  const facts = within(all, until)
  const { sessions, people, claims, checks } = facts
  const sure = sessions.filter(({ confidence }) => confidence !== null && confidence >= high)
  return [
    ...share('done-right', right(sessions), (x) => `Its "done" was right in ${x} sessions`),
    ...parts(sessions, ({ agent }) => [agent]).flatMap(([agent, cases]) =>
      share(
        'done-right',
        right(cases),
        (x) => `With ${agent} its "done" was right in ${x} sessions`,
        {
          agent,
        },
      ),
    ),
    ...parts(sessions, ({ model }) => (model === null ? [] : [model])).flatMap(([model, cases]) =>
      share(
        'done-right',
        right(cases),
        (x) => `With ${model} its "done" was right in ${x} sessions`,
        {
          model,
        },
      ),
    ),
    ...parts(sessions, wayOf).flatMap(([way, cases]) =>
      share('done-right', right(cases), (x) => `${way}, its "done" was right in ${x} sessions`, {
        interactive: way === ATTENDED,
      }),
    ),
    ...groups(sessions, ({ surface }) => (surface === null ? [] : [surface])).flatMap(
      ([surface, cases]) =>
        share(
          `done-right:${surface}`,
          right(cases),
          (x) => `On ${surface} its "done" was right in ${x} sessions`,
        ),
    ),
    ...groups(sessions, ({ folders }) => folders).flatMap(([folder, cases]) =>
      share(
        `broke:${folder}`,
        wrong(cases),
        (x) => `Work in ${folder} turned out wrong in ${x} sessions`,
      ),
    ),
    ...groups(claims, ({ kind }) => [kind]).flatMap(([kind, cases]) =>
      share(
        `claim:${kind}`,
        cases.map((one) => ({ ...one, hit: !one.proven })),
        (x) => `It said "${kind.replaceAll('-', ' ')}" without proof in ${x} sessions`,
      ),
    ),
    ...share(
      'sure',
      right(sure),
      (x) => `Where it was sure (${high} or more) it was right in ${x} sessions`,
    ),
    ...share(
      'needs-person',
      people.map((one) => ({ ...one, hit: one.asked })),
      (x) => `It needed a person in ${x} sessions`,
    ),
    ...share(
      'stopped',
      people.map((one) => ({ ...one, hit: one.stopped })),
      (x) => `A person stopped it in ${x} sessions`,
    ),
    ...groups(checks, ({ name }) => [name]).flatMap(([name, cases]) => [
      ...share(
        `check-flaky:${name}`,
        cases.map((one) => ({ ...one, hit: one.flaky })),
        (x) => `The check ${name} was flaky in ${x} runs`,
      ),
      ...duration(name, cases),
    ]),
    ...groups(sessions, ({ skills }) => skills).flatMap(([skill, cases]) =>
      share(
        `skill:${skill}`,
        right(cases),
        (x) => `With the skill ${skill} its "done" was right in ${x} sessions`,
      ),
    ),
    ...groups(facts.exposures, ({ lessonId }) => [lessonId]).flatMap(([id, cases]) =>
      lift(id, cases),
    ),
  ]
}

const right = (cases: readonly SessionFact[]) => cases.map((one) => ({ ...one, hit: one.right }))
const wrong = (cases: readonly SessionFact[]) => cases.map((one) => ({ ...one, hit: !one.right }))

const ATTENDED = 'With a person there'
const wayOf = ({ interactive }: SessionFact): string[] =>
  interactive === null ? [] : [interactive ? ATTENDED : 'Without a person there']

interface Case {
  id: string
  at: string
  hit: boolean
}

type Of = Partial<Pick<BuiltLine, 'agent' | 'interactive' | 'model'>>

/** A share with its interval; nothing with too few cases. */
function share(
  about: string,
  cases: readonly Case[],
  says: (counts: string) => string,
  of: Of = {},
): BuiltLine[] {
  const n = cases.length
  if (n < MIN_CASES) return []
  const hits = cases.filter(({ hit }) => hit).length
  const measure = rounded({ value: hits / n, ...exactInterval(hits, n) })
  return [line(about, cases, `${says(`${hits} of ${n}`)}: ${inPercent(measure)}.`, measure, of)]
}

function duration(
  name: string,
  runs: readonly (Omit<Case, 'hit'> & { durationMs: number | null })[],
): BuiltLine[] {
  const timed = runs.filter((run) => run.durationMs !== null)
  const n = timed.length
  if (n < MIN_CASES) return []
  const seconds = timed.map(({ durationMs }) => durationMs! / 1000).sort((a, b) => a - b)
  const { low, high } = medianRanks(n)
  const measure = rounded({
    value: seconds[Math.floor((n - 1) / 2)]!,
    low: seconds[low - 1]!,
    high: seconds[high - 1]!,
  })
  const says = `The check ${name} takes ${inSeconds(measure.value)} s (median of ${n} runs; ${inSeconds(measure.low)} to ${inSeconds(measure.high)} s).`
  return [line(`check-time:${name}`, timed, says, measure)]
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
  return [line(`lesson:${id}`, cases, says, measure)]
}

/** The name under which the self-model itself is shown and held out. */
export const SELF_MODEL = 'self-model'

const isMeasured = ({ outcome }: SelfFacts['exposures'][number]): boolean =>
  outcome === 'success' || outcome === 'failure'

function line(
  about: string,
  cases: readonly { id: string; at: string }[],
  statement: string,
  measure: Interval,
  of: Of = {},
): BuiltLine {
  const newestFirst = [...cases].sort((a, b) => compareText(b.at, a.at) || compareText(a.id, b.id))
  return {
    about: quoteFact(about),
    agent: null,
    interactive: null,
    model: null,
    ...of,
    statement: quoteFact(statement),
    n: cases.length,
    measure,
    since: `${newestFirst.at(-1)!.at.slice(0, 10)}T00:00:00.000Z`,
    evidence: newestFirst.slice(0, MAX_EVIDENCE).map(({ id }) => id),
  }
}

/** The same, without a group that is all of them: it would say what is said already. */
const parts = <T>(cases: readonly T[], namesOf: (one: T) => readonly string[]): [string, T[]][] =>
  groups(cases, namesOf).filter(([, group]) => group.length < cases.length)

/** Cases by name, those with the most first. */
function groups<T>(cases: readonly T[], namesOf: (one: T) => readonly string[]): [string, T[]][] {
  const byName = new Map<string, T[]>()
  for (const one of cases) {
    for (const name of namesOf(one)) {
      const group = byName.get(name)
      if (group === undefined) byName.set(name, [one])
      else group.push(one)
    }
  }
  return [...byName]
    .filter(([, group]) => group.length >= MIN_CASES)
    .sort(([a, one], [b, two]) => two.length - one.length || compareText(a, b))
    .slice(0, MAX_OF_KIND)
}

function within(facts: SelfFacts, until: string): SelfFacts {
  const since = new Date(Date.parse(until) - WINDOW_DAYS * DAY_MS).toISOString()
  const isIn = ({ at }: { at: string }) => at >= since && at < until
  return {
    sessions: facts.sessions.filter(isIn),
    people: facts.people.filter(isIn),
    claims: facts.claims.filter(isIn),
    checks: facts.checks.filter(isIn),
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

const percent = (value: number): number => Math.round(value * 100)
const inPercent = ({ value, low, high }: Interval): string =>
  `${percent(value)} % (${percent(low)} to ${percent(high)} %)`
const inPoints = ({ value, low, high }: Interval): string =>
  `${percent(value)} points (${percent(low)} to ${percent(high)})`
const inSeconds = (value: number): string => String(Number(value.toPrecision(2)))
