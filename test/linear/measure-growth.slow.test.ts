import { describe, expect, it } from 'vitest'
import { isSteep, measureGrowth } from './measure-growth.js'

const KB = 1024
const SIZES = { probe: 4 * KB, largest: 32 * KB }

describe('growth', () => {
  // It measures processor time: another process can hide one measurement, and hardly four in a row.
  it.each([
    ['a quadratic pattern', (text: string) => text.replaceAll(/a+b/g, ''), true],
    ['a cubic pattern', (text: string) => /^\s*\s*\s*b/.test(text), true],
    ['a linear pattern', (text: string) => text.replaceAll(/a/g, 'b'), false],
    ['a quadratic reader with a cap', (text: string) => /a+b/.test(text.slice(0, 2000)), false],
    ['a reader that runs out of stack', (text: string) => deep(text), true],
  ])('of %s is told', { timeout: 60_000, retry: 3 }, async (title, read, expected) => {
    const piece = title.includes('cubic') ? '\n' : 'a'
    const growth = await measureGrowth({ start: '', piece, end: '' }, read, SIZES)
    expect(isSteep(growth)).toBe(expected)
  })
})

/** As many arguments as that need more stack than there is, on every Node. */
const deep = (text: string): number =>
  Math.max(...Array.from({ length: text.length * 1000 }, () => 0))
