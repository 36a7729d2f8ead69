import { describe, expect, it } from 'vitest'
import { atTime, relativeTime } from './relative-time.js'

const NOW = new Date('2026-03-01T12:00:00.000Z')

describe('an instant', () => {
  it.each([
    ['2026-03-01T13:00:00.000Z', 'in 1 h'],
    ['2026-03-01T12:30:00.000Z', 'in 30 min'],
    ['2026-03-03T12:00:00.000Z', 'in 2 d'],
    ['2026-03-01T13:30:00.000Z', 'in 1 h 30 min'],
    ['2026-03-02T14:00:00.000Z', 'in 1 d 2 h'],
    ['2026-03-01T12:00:00.400Z', 'now'],
    ['2026-03-01T11:59:15.000Z', '45 s ago'],
    ['2026-02-27T12:00:00.000Z', '2 d ago'],
  ])('%s is %s', (instant, words) => {
    expect(relativeTime(instant, NOW)).toBe(words)
    expect(atTime(instant, NOW)).toBe(
      `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC (${words})`,
    )
  })
})
