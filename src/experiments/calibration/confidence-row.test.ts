import { describe, expect, it } from 'vitest'
import { toConfidenceRow } from './confidence-row.js'

const row = (confidence: number, correct: boolean) => ({ kind: 'row', confidence, correct })
const skipped = (why: string) => ({ kind: 'skipped', why })

describe('toConfidenceRow', () => {
  it.each([
    { confidence: 0.7, correct: true, scale: 1, expected: row(0.7, true) },
    { confidence: '0.7', correct: '0', scale: 1, expected: row(0.7, false) },
    { confidence: ' 1e-1 ', correct: 'TRUE', scale: 1, expected: row(0.1, true) },
    { confidence: 0, correct: 1, scale: 1, expected: row(0, true) },
    { confidence: '9.0', correct: '1.0', scale: 10, expected: row(0.9, true) },
    { confidence: 70, correct: 'false', scale: 100, expected: row(0.7, false) },
    { confidence: '', correct: 1, scale: 1, expected: skipped('blank') },
    { confidence: null, correct: 1, scale: 1, expected: skipped('blank') },
    { confidence: 0.5, correct: undefined, scale: 1, expected: skipped('blank') },
    { confidence: 'NaN', correct: 1, scale: 1, expected: skipped('notANumber') },
    { confidence: Number.NaN, correct: 1, scale: 1, expected: skipped('notANumber') },
    { confidence: 'cell_empty', correct: 1, scale: 1, expected: skipped('notANumber') },
    { confidence: '85%', correct: 1, scale: 100, expected: skipped('notANumber') },
    { confidence: '0x1', correct: 1, scale: 1, expected: skipped('notANumber') },
    { confidence: true, correct: 1, scale: 1, expected: skipped('notANumber') },
    { confidence: 0.5, correct: 'yes', scale: 1, expected: skipped('badOutcome') },
    { confidence: 0.5, correct: 0.5, scale: 1, expected: skipped('badOutcome') },
    { confidence: -0.1, correct: 1, scale: 1, expected: { ...skipped('outOfRange'), raw: -0.1 } },
    { confidence: 85, correct: 1, scale: 1, expected: { ...skipped('outOfRange'), raw: 85 } },
    { confidence: 101, correct: 1, scale: 100, expected: { ...skipped('outOfRange'), raw: 101 } },
  ])('reads $confidence, $correct of $scale', ({ confidence, correct, scale, expected }) => {
    expect(toConfidenceRow(confidence, correct, scale)).toEqual(expected)
  })
})
