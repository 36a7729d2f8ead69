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
      input: { filesChanged: ['src/a.ts'], insertions: 100, deletions: 7 },
      verdict: {
        needs_review: true,
        score: 0.5,
        surface: 'none',
        reason: 'none: src/a.ts; size: +100 -7 lines in 1 file',
      },
    },
    {
      input: { filesChanged: ['src/a.ts', 'src/b.tsx'], insertions: 99 },
      verdict: {
        needs_review: false,
        score: 0.4986,
        surface: 'ui',
        reason: 'ui: src/b.tsx; size: +99 -? lines in 2 files',
      },
    },
    {
      input: { filesChanged: ['src/a.ts'], insertions: 1_000_000, deletions: 0 },
      verdict: {
        needs_review: true,
        score: 1,
        surface: 'none',
        reason: 'none: src/a.ts; size: +1000000 -0 lines in 1 file',
      },
    },
    {
      input: { filesChanged: ['src/a.ts'], deletions: 500 },
      verdict: {
        needs_review: true,
        score: 0.5,
        surface: 'none',
        reason: 'none: src/a.ts; size: +? -500 lines in 1 file',
      },
    },
    {
      input: { filesChanged: many(50, (index) => `lib/${index}.rb`) },
      verdict: {
        needs_review: true,
        score: 0.5,
        surface: 'none',
        reason: 'none: lib/0.rb, lib/1.rb, lib/10.rb and 47 more; size: 50 files',
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

  it('is never rated lower for being larger', () => {
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
          expect(large.score).toBeGreaterThanOrEqual(small.score)
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
