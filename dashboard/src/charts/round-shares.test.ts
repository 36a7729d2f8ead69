import { expect, it } from 'vitest'
import { roundShares } from './round-shares.js'

it.each([
  [
    [1, 7],
    [0.125, 0.875],
  ],
  [
    [1, 1, 1],
    [0.334, 0.333, 0.333],
  ],
  [
    [0, 5],
    [0, 1],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('of %j are %j', (parts, shares) => {
  expect(roundShares(parts)).toEqual(shares)
})
