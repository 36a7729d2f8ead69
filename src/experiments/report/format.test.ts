import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatPercentInterval,
  formatPoints,
} from './format.js'

describe('format', () => {
  it.each([
    { text: formatCount(0), expected: '0' },
    { text: formatCount(999), expected: '999' },
    { text: formatCount(1000), expected: '1,000' },
    { text: formatCount(1_234_567), expected: '1,234,567' },
    { text: formatNumber(0.53038), expected: '0.530' },
    { text: formatNumber(null), expected: '–' },
    { text: formatPercent(0.0169), expected: '1.7 %' },
    { text: formatPercentInterval({ low: 0, high: 0.05 }), expected: '0.0 to 5.0 %' },
    { text: formatPercentInterval(null), expected: '–' },
    { text: formatPoints(4.96), expected: '+5.0 points' },
    { text: formatPoints(-0.4), expected: '−0.4 points' },
  ])('writes $expected', ({ text, expected }) => {
    expect(text).toBe(expected)
  })
})
