import { expect, it } from 'vitest'
import type { Exposure } from '../schema/exposure.js'
import { buildLines } from './build-lines.js'
import type { SelfFacts, SessionFact } from './self-facts.js'

const SEEDS = 500
const AT = '2030-01-01T12:00:00.000Z'
const TERMS = { until: '2030-01-02T00:00:00.000Z', high: 0.8 }
/** Rates from near 0 to near 1, and groups from the least that is shown upwards. */
const GROUPS = [
  {
    agent: 'one',
    model: 'small',
    n: 24,
    saidDone: true,
    right: 0.55,
    surface: 'auth',
    folder: 'src/auth',
    skill: 'a',
  },
  { agent: 'one', model: 'large', n: 80, right: 0.9, surface: 'ui', folder: 'src/ui', skill: 'b' },
  {
    agent: 'two',
    model: 'third',
    n: 300,
    right: 0.97,
    surface: 'docs',
    folder: 'docs',
    skill: 'c',
  },
] as const
const UNPROVEN = 0.08
const FLAKY = 0.02
const ASKED = 0.3
const STOPPED = 0.01
const SHOWN = 0.8
const HELD_OUT = 0.6

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const times = <T>(n: number, make: (n: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i))

function draw(seed: number): SelfFacts {
  const random = seeded(seed)
  const is = (share: number) => random() < share
  const sessions = GROUPS.flatMap((group) =>
    times(group.n, (n): SessionFact => ({
      id: `${group.model}-${n}`,
      at: AT,
      sessionId: `${group.model}-${n}`,
      agent: group.agent,
      model: group.model,
      interactive: group.agent === 'one',
      saidDone: true,
      right: is(group.right),
      skills: [group.skill],
      surface: group.surface,
      folders: [group.folder],
      confidence: group.model === 'large' ? 0.9 : 0.5,
    })),
  )
  const exposure = (n: number, arm: Exposure['arm'], share: number): Exposure => ({
    id: `${arm}-${n}`,
    lessonId: 'l',
    sessionId: 's',
    taskId: 't',
    turn: null,
    arm,
    outcome: is(share) ? 'success' : 'failure',
    openedAt: AT,
    closedAt: AT,
  })
  return {
    sessions,
    people: times(120, (n) => ({ id: `p${n}`, at: AT, stopped: is(STOPPED), asked: is(ASKED) })),
    claims: times(60, (n) => ({ id: `c${n}`, at: AT, kind: 'tests-pass', proven: !is(UNPROVEN) })),
    checks: times(50, (n) => ({
      id: `r${n}`,
      at: AT,
      name: 'unit',
      // Skewed, as durations are: the median of the exponential distribution is ln 2.
      durationMs: Math.round(-Math.log(1 - random()) * 10_000),
      flaky: is(FLAKY),
    })),
    tasks: [],
    findings: [],
    exposures: [
      ...times(60, (n) => exposure(n, 'shown', SHOWN)),
      ...times(25, (n) => exposure(n, 'held_out', HELD_OUT)),
    ],
  }
}

const pooled = (groups: readonly (typeof GROUPS)[number][]): number =>
  groups.reduce((sum, { n, right }) => sum + n * right, 0) /
  groups.reduce((sum, { n }) => sum + n, 0)

function truthOf(
  about: string,
  of: { agent: string | null; model: string | null; interactive: boolean | null },
): number {
  const name = about.slice(about.indexOf(':') + 1)
  const [kind] = about.split(':')
  if (about === 'done-right') {
    const agent = of.interactive === null ? of.agent : of.interactive ? 'one' : 'two'
    return pooled(
      GROUPS.filter(
        (g) => (agent === null || g.agent === agent) && (of.model === null || g.model === of.model),
      ),
    )
  }
  if (kind === 'done-right') return pooled(GROUPS.filter(({ surface }) => surface === name))
  if (kind === 'broke') return 1 - pooled(GROUPS.filter(({ folder }) => folder === name))
  if (kind === 'skill') return pooled(GROUPS.filter(({ skill }) => skill === name))
  const known: Record<string, number> = {
    sure: 0.9,
    claim: UNPROVEN,
    'needs-person': ASKED,
    stopped: STOPPED,
    'check-flaky': FLAKY,
    'check-time': 10 * Math.LN2,
    lesson: SHOWN - HELD_OUT,
  }
  return known[kind!]!
}

it('the interval of every line covers the truth in at least 93 % of 500 seeds', () => {
  const covered = new Map<string, number>()
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const { about, agent, model, interactive, measure, n } of buildLines(draw(seed), TERMS)) {
      expect(n).toBeGreaterThanOrEqual(20)
      const key = [about, agent, model, interactive].filter((part) => part !== null).join(' ')
      const truth = truthOf(about, { agent, model, interactive })
      const isIn = measure!.low <= truth && truth <= measure!.high
      covered.set(key, (covered.get(key) ?? 0) + Number(isIn))
    }
  }
  const shares = [...covered].map(([line, times]) => [line, times / SEEDS] as const)
  expect(shares.length).toBeGreaterThan(20)
  expect(shares.filter(([, share]) => share < 0.93)).toEqual([])
}, 120_000)
