import { describe, expect, it } from 'vitest'
import { rowWindow } from './row-window.js'

describe('rowWindow', () => {
  it.each([
    { name: 'a list at the top', top: 200, count: 1000, shown: { first: 0, end: 23 } },
    { name: 'a list scrolled by', top: -4000, count: 1000, shown: { first: 92, end: 128 } },
    { name: 'the end of a list', top: -39_500, count: 1000, shown: { first: 979, end: 1000 } },
    { name: 'a short list', top: 100, count: 3, shown: { first: 0, end: 3 } },
    { name: 'an empty list', top: 100, count: 0, shown: { first: 0, end: 0 } },
    { name: 'a list far below the screen', top: 9000, count: 50, shown: { first: 0, end: 0 } },
    { name: 'a list far above the screen', top: -9000, count: 50, shown: { first: 50, end: 50 } },
  ])('of $name is $shown', ({ top, count, shown }) => {
    expect(rowWindow(top, 800, 40, count)).toEqual(shown)
  })
})
