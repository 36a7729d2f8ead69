import { describe, expect, it } from 'vitest'
import type { FailureContext } from '../../schema/failure-context.js'
import { errorOutputs } from './__fixtures__/error-outputs.js'
import { draftByHeuristic } from './heuristic.js'
import { toFailureContext } from './to-failure-context.js'

const failure = (fields: Partial<FailureContext>): FailureContext => ({
  id: 'f1',
  sessionId: 's',
  taskId: 't',
  subtaskId: 't/1',
  subtaskDescription: 'do it',
  attemptNumber: 2,
  failureType: 'test_failure',
  errorOutput: '',
  filesModified: [],
  previousReflections: [],
  createdAt: '2030-01-01T00:00:00.000Z',
  ...fields,
})

const textOf = (draft: ReturnType<typeof draftByHeuristic>): string =>
  [draft.analysis, draft.suggestion, ...draft.actionItems].join('\n')

const sure = (errorOutput: string): number => draftByHeuristic(failure({ errorOutput })).confidence

describe('draftByHeuristic', () => {
  it('is held to at least eighty outputs', () => {
    expect(errorOutputs.length).toBeGreaterThanOrEqual(80)
    expect(new Set(errorOutputs.map(({ output }) => output)).size).toBe(errorOutputs.length)
  })

  it.each(errorOutputs)(
    '$tool, $failureType: $quotes is $category',
    ({ failureType, output, category, quotes, transient }) => {
      const draft = draftByHeuristic(failure({ failureType, errorOutput: output }))
      expect({ category: draft.category, transient: draft.transient }).toEqual({
        category,
        transient,
      })
      for (const quote of quotes) expect(textOf(draft)).toContain(quote)
    },
  )

  it('finds the end of a log of 10 MB', () => {
    const log = 'compiling module after module\n'.repeat(350_000)
    const errorOutput = `${log}src/last.ts(7,3): error TS2322: Type 'null' is not assignable to type 'string'.\n`
    expect(errorOutput.length).toBeGreaterThan(10_000_000)
    const draft = draftByHeuristic(
      toFailureContext(failure({ failureType: 'typecheck_failure', errorOutput }), ''),
    )
    expect(draft.category).toBe('root_cause')
    expect(draft.analysis).toContain('src/last.ts:7')
  })

  it('says so when there is no output at all', () => {
    const draft = draftByHeuristic(failure({ failureType: 'verification_failed' }))
    expect(draft).toMatchObject({ category: 'verification', transient: false, confidence: 0.3 })
    expect(draft.analysis).toContain('left no output')
  })

  it('notices that an earlier attempt met the same', () => {
    const errorOutput = 'src/a.ts(3,1): error TS2304: Cannot find name `x`.'
    const first = draftByHeuristic(failure({ failureType: 'typecheck_failure', errorOutput }))
    const { transient: _, ...draft } = first
    const earlier = {
      ...draft,
      id: 'l1',
      sessionId: 's',
      taskId: 't',
      subtaskId: 't/1',
      attemptNumber: 1,
      createdAt: '2030-01-01T00:00:00.000Z',
    }
    const second = draftByHeuristic(
      failure({
        failureType: 'typecheck_failure',
        errorOutput,
        previousReflections: [earlier],
      }),
    )
    expect(second.analysis).toContain('Attempt 1 met the same')
    expect(second.actionItems.at(-1)).toContain('change the approach')
  })

  it('is surer the more the output names', () => {
    expect(sure('something went wrong')).toBeLessThan(sure('AssertionError: expected 1 to be 2'))
    expect(sure('AssertionError: expected 1 to be 2')).toBeLessThan(
      sure('AssertionError: expected 1 to be 2\n ❯ src/a.test.ts:3:1'),
    )
  })
})
