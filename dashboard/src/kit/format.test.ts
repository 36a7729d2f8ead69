import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatMoney,
  formatPoints,
  formatShare,
  formatUsd,
} from './format.js'

describe('numbers with their units', () => {
  it.each([
    [formatCount(12_345), '12,345'],
    [formatCount(null), '–'],
    [formatCounted(1, 'run'), '1 run'],
    [formatCounted(2, 'entry', 'entries'), '2 entries'],
    [formatShare(0.1234), '12.3 %'],
    [formatShare(undefined), '–'],
    [formatPoints(0.042), '+4.2 points'],
    [formatPoints(-0.1), '−10.0 points'],
    [formatPoints(0), '±0.0 points'],
    [formatUsd(0), '$0'],
    [formatUsd(0.00421), '$0.0042'],
    [formatUsd(12.3), '$12.30'],
    [formatMoney({ tokens: 10, usd: 1.5, unpriced: 0 }), '$1.50'],
    [formatMoney({ tokens: 10, usd: 1.5, unpriced: 4 }), '≥ $1.50'],
    [formatMoney({ tokens: 10, usd: 0, unpriced: 10 }), '–'],
    [formatDuration(850), '850 ms'],
    [formatDuration(12_400), '12 s'],
    [formatDuration(5_400_000), '1 h 30 min'],
    [formatDuration(86_400_000 * 3), '3 d'],
    [formatDuration(86_400_000 * 26_343), '72 y 63 d'],
  ])('%s is %s', (shown, expected) => {
    expect(shown).toBe(expected)
  })
})
