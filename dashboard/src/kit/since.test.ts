import { describe, expect, it } from 'vitest'
import { sinceOf } from './since.js'

const now = Date.parse('2026-03-10T12:00:00.000Z')

describe('sinceOf', () => {
  it.each([
    ['1h', '2026-03-10T11:00:00.000Z'],
    ['7d', '2026-03-03T12:00:00.000Z'],
    ['', undefined],
    ['7w', undefined],
    ['-1d', undefined],
    ['99999d', undefined],
  ])('%j begins at %s', (choice, since) => {
    expect(sinceOf(choice, now)).toBe(since)
  })
})
