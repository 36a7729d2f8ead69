import { expect, it } from 'vitest'
import { cutToSize, pushBounded, pushLoosely } from './push-bounded.js'

const fill = (push: typeof pushBounded, count: number): number[] => {
  const list: number[] = []
  for (let item = 1; item <= count; item++) push(list, item, 3)
  return list
}

it.each([
  { count: 2, bounded: [1, 2], loose: [1, 2] },
  { count: 5, bounded: [3, 4, 5], loose: [1, 2, 3, 4, 5] },
  { count: 6, bounded: [4, 5, 6], loose: [4, 5, 6] },
])('of $count items keeps the latest', ({ count, bounded, loose }) => {
  expect(fill(pushBounded, count)).toEqual(bounded)
  const list = fill(pushLoosely, count)
  expect(list).toEqual(loose)
  cutToSize(list, 3)
  expect(list).toEqual(bounded)
})
