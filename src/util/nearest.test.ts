import { expect, it } from 'vitest'
import { nearest } from './nearest.js'

const known = ['enabled', 'maxAttempts', 'nudgeAfterMs', 'model', 'apiKeyEnv']

it.each([
  { word: 'maxAttempst', expected: 'maxAttempts' },
  { word: 'max_attempts', expected: 'maxAttempts' },
  { word: 'MaxAttempt', expected: 'maxAttempts' },
  { word: 'enable', expected: 'enabled' },
  { word: 'modle', expected: 'model' },
  { word: 'apiKey', expected: 'apiKeyEnv' },
  { word: 'nudge', expected: 'nudgeAfterMs' },
  { word: 'weather', expected: null },
  { word: 'on', expected: null },
  { word: '', expected: null },
  { word: 'x'.repeat(100_000), expected: null },
])('takes $word for $expected', ({ word, expected }) => {
  expect(nearest(word, known)).toBe(expected)
})

it('prefers the nearest of several near ones', () => {
  expect(nearest('stops', ['store', 'stop', 'stall'])).toBe('stop')
})

it('finds nothing among nothing', () => {
  expect(nearest('stop', [])).toBeNull()
})
