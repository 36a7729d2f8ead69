import { describe, expect, it } from 'vitest'
import type { Judged } from './scores.js'
import { findThresholds } from './thresholds.js'

/** So many rows that were read as `left` with this probability, of which so many are. */
const rows = (n: number, right: number, probability: number): Judged[] =>
  Array.from({ length: n }, (_, index) => ({
    right: index < right ? 'left' : 'other',
    given: 'left',
    probability,
    lang: 'en',
  }))

describe('findThresholds', () => {
  it.each([
    { name: 'nothing is sure enough', judged: rows(100, 90, 0.9), push: undefined, note: 0.9 },
    { name: 'few rows prove nothing', judged: rows(29, 29, 0.9), push: undefined, note: undefined },
    {
      name: 'the lowest that is right often enough is taken',
      judged: [...rows(300, 300, 0.9), ...rows(100, 95, 0.8)],
      push: 0.8,
      note: 0.8,
    },
    {
      name: 'sure rows do not pay for guesses below them',
      judged: [...rows(900, 900, 0.9), ...rows(100, 40, 0.3)],
      push: 0.9,
      note: 0.9,
    },
  ])('$name', ({ judged, push, note }) => {
    const found = findThresholds(judged)
    expect(found.push['left']?.threshold).toBe(push)
    expect(found.note['left']?.threshold).toBe(note)
  })
})
