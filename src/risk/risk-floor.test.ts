import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReflectError } from '../schema/error.js'
import { RiskVerdict } from '../schema/risk-verdict.js'
import { evaluateRiskFloor, type RiskInput } from './risk-floor.js'

const many = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index))

describe('one verdict', () => {
  it.each<{ input: RiskInput; verdict: RiskVerdict }>([
    {
      input: { filesChanged: [] },
      verdict: { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' },
    },
    {
      input: { filesChanged: [], insertions: 9000 },
      verdict: { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' },
    },
    {
      input: { filesChanged: ['README.md', 'src/auth/login.ts', 'src/app.ts'] },
      verdict: { needs_review: true, score: 1, surface: 'auth', reason: 'auth: src/auth/login.ts' },
    },
    {
      input: { filesChanged: ['db/0007.sql', 'README.md'] },
      verdict: { needs_review: true, score: 0.9, surface: 'data', reason: 'data: db/0007.sql' },
    },
    {
      input: { filesChanged: ['Dockerfile'] },
      verdict: { needs_review: true, score: 0.85, surface: 'infra', reason: 'infra: Dockerfile' },
    },
    {
      input: { filesChanged: ['package.json'] },
      verdict: { needs_review: true, score: 0.6, surface: 'build', reason: 'build: package.json' },
    },
    {
      input: { filesChanged: ['src/app.tsx', 'docs/x.md'] },
      verdict: { needs_review: false, score: 0.4, surface: 'ui', reason: 'ui: src/app.tsx' },
    },
    {
      input: { filesChanged: ['auth.spec.ts', 'docs/auth.md'] },
      verdict: { needs_review: false, score: 0.2, surface: 'test', reason: 'test: auth.spec.ts' },
    },
    {
      input: { filesChanged: ['docs/auth.md'] },
      verdict: { needs_review: false, score: 0.1, surface: 'docs', reason: 'docs: docs/auth.md' },
    },
    {
      input: { filesChanged: ['src/a.ts'], insertions: 3, deletions: 3 },
      verdict: { needs_review: false, score: 0, surface: 'none', reason: 'none: src/a.ts' },
    },
    {
      input: {
        filesChanged: ['b/token.ts', 'a/token.ts', 'd/token.ts', 'c/token.ts', 'e/token.ts'],
      },
      verdict: {
        needs_review: true,
        score: 1,
        surface: 'auth',
        reason: 'auth: a/token.ts, b/token.ts, c/token.ts and 2 more',
      },
    },
    {
      input: { filesChanged: ['src/a.ts'], insertions: 100, deletions: 7000 },
      verdict: { needs_review: false, score: 0, surface: 'none', reason: 'none: src/a.ts' },
    },
    {
      input: { filesChanged: ['src/a.ts'], insertions: 3000 },
      verdict: {
        needs_review: true,
        score: 0,
        surface: 'none',
        reason: 'none: src/a.ts; size: +3000 lines in 1 source file',
      },
    },
    {
      input: { filesChanged: ['src/auth.ts', 'src/a.ts', 'a.md'], sourceInsertions: 900 },
      verdict: {
        needs_review: true,
        score: 1,
        surface: 'auth',
        reason: 'auth: src/auth.ts; size: +900 lines in 2 source files',
      },
    },
    {
      input: { filesChanged: ['README.md'], insertions: 150, sourceInsertions: 0 },
      verdict: { needs_review: false, score: 0.1, surface: 'docs', reason: 'docs: README.md' },
    },
    {
      input: { filesChanged: ['src/cart.test.ts'], insertions: 150 },
      verdict: {
        needs_review: false,
        score: 0.2,
        surface: 'test',
        reason: 'test: src/cart.test.ts',
      },
    },
    {
      input: { filesChanged: ['README.md', 'docs/a.md', 'a.spec.ts'], insertions: 90_000 },
      verdict: { needs_review: false, score: 0.2, surface: 'test', reason: 'test: a.spec.ts' },
    },
    {
      input: { filesChanged: ['src/a.css', 'docs/a.md'], insertions: 9000, sourceInsertions: 3 },
      verdict: { needs_review: false, score: 0.4, surface: 'ui', reason: 'ui: src/a.css' },
    },
    {
      input: { filesChanged: many(50, (index) => `lib/${index}.rb`) },
      verdict: {
        needs_review: false,
        score: 0,
        surface: 'none',
        reason: 'none: lib/0.rb, lib/1.rb, lib/10.rb and 47 more',
      },
    },
    {
      input: { filesChanged: ['auth\nnow\u{202e}.ts'] },
      verdict: {
        needs_review: true,
        score: 1,
        surface: 'auth',
        reason: 'auth: auth\\u000anow\\u202e.ts',
      },
    },
  ])('gives $verdict.reason', ({ input, verdict }) => {
    expect(evaluateRiskFloor(input)).toEqual(verdict)
    expect(RiskVerdict.parse(verdict)).toEqual(verdict)
  })
})

describe('the threshold', () => {
  it.each([
    { threshold: 0, needs_review: true },
    { threshold: 0.4, needs_review: true },
    { threshold: 0.41, needs_review: false },
    { threshold: 1, needs_review: false },
  ])('of $threshold makes a ui change need a review: $needs_review', (expected) => {
    const { threshold } = expected
    const verdict = evaluateRiskFloor({ filesChanged: ['a.css'], threshold })
    expect(verdict.needs_review).toBe(expected.needs_review)
  })

  it.each([
    { rankThreshold: 8.71, needs_review: false },
    { rankThreshold: 8.69, needs_review: true },
  ])('of the rank of $rankThreshold makes 3,000 lines need a review: $needs_review', (expected) => {
    const { rankThreshold } = expected
    const input = { filesChanged: ['a.ts'], insertions: 3000, rankThreshold }
    expect(evaluateRiskFloor(input).needs_review).toBe(expected.needs_review)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'of the rank refuses %s',
    (rankThreshold) => {
      expect(() => evaluateRiskFloor({ filesChanged: [], rankThreshold })).toThrow(ReflectError)
    },
  )

  it.each([-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (threshold) => {
    expect(() => evaluateRiskFloor({ filesChanged: [], threshold })).toThrow(
      expect.objectContaining({ name: 'ReflectError', code: 'usage' }),
    )
    expect(() => evaluateRiskFloor({ filesChanged: [], threshold })).toThrow(ReflectError)
  })
})

describe('any change', () => {
  const file = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('src/auth.ts', 'a.sql', 'a.css', 'a.md', 'a.spec.ts', 'src/a.ts', 'Makefile'),
  )
  const files = fc.array(file, { maxLength: 60 })
  const count = fc.option(fc.nat({ max: 100_000 }), { nil: undefined })

  it('gets the same verdict whatever the order and repetition of its files', () => {
    fc.assert(
      fc.property(files, count, (filesChanged, insertions) => {
        const shuffled = [...filesChanged, ...filesChanged].toReversed()
        expect(evaluateRiskFloor({ filesChanged: shuffled, insertions })).toEqual(
          evaluateRiskFloor({ filesChanged, insertions }),
        )
      }),
    )
  })

  it('keeps its score however large it is, and never needs a review less for it', () => {
    fc.assert(
      fc.property(
        files,
        count,
        count,
        fc.nat(),
        fc.nat(),
        (filesChanged, plus, minus, more, gone) => {
          const small = evaluateRiskFloor({ filesChanged, insertions: plus, deletions: minus })
          const large = evaluateRiskFloor({
            filesChanged,
            insertions: (plus ?? 0) + more,
            deletions: (minus ?? 0) + gone,
          })
          expect(large.score).toBe(small.score)
          expect(large.needs_review || !small.needs_review).toBe(true)
          expect(large.surface).toBe(small.surface)
        },
      ),
    )
  })

  it('gives a valid verdict of one line', () => {
    fc.assert(
      fc.property(files, count, (filesChanged, insertions) => {
        const verdict = RiskVerdict.parse(evaluateRiskFloor({ filesChanged, insertions }))
        expect(verdict.reason).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
    )
  })
})
