import { expect, it } from 'vitest'
import { describeLift, formatInterval } from './lesson-words.js'

const arms = { shown: { n: 40, successes: 30 }, heldOut: { n: 20, successes: 10 } }
const counts = { exposures: 60, open: 0, unknown: 0, arms }

it.each([
  [{ low: -0.03, high: 0.21 }, '−3.0 to +21.0 points'],
  [{ low: 0, high: 1 }, '±0.0 to +100.0 points'],
])('says the interval %j as %j', (interval, words) => {
  expect(formatInterval(interval)).toBe(words)
})

it('says what a lift is, and that there is none', () => {
  const interval = { low: 0.01, high: 0.45 }
  const lift = { value: 0.25, interval, alwaysValid: { low: -0.1, high: 0.6 } }
  expect(describeLift({ ...counts, lift, verdict: 'no clear effect' })).toBe(
    'no clear effect: +25.0 points, 95 % of it from −10.0 to +60.0 points',
  )
  expect(describeLift({ ...counts, lift: null, verdict: 'not enough data' })).toBe(
    'not enough data',
  )
})
