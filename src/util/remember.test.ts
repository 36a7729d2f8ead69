import { expect, it } from 'vitest'
import { isRemembered, remember } from './remember.js'

it('says whether something is new', () => {
  const list: string[] = ['a']
  expect(remember(list, 'a', 10)).toBe(false)
  expect(remember(list, 'b', 10)).toBe(true)
  expect(list).toEqual(['a', 'b'])
})

it('forgets the oldest, and takes them for new again', () => {
  const list: number[] = []
  for (let item = 0; item < 6; item++) remember(list, item, 3)
  expect(list).toEqual([3, 4, 5])
  expect(isRemembered(list, 2)).toBe(false)
  expect(remember(list, 2, 3)).toBe(true)
})

it('forgets the same, kept as JSON in between or not', () => {
  const whole: number[] = []
  let pieces: number[] = []
  for (let item = 0; item < 25; item++) {
    remember(whole, item, 3)
    pieces = JSON.parse(JSON.stringify(pieces)) as number[]
    remember(pieces, item, 3)
    expect(pieces).toEqual(whole)
  }
})

it('knows a list that was kept as JSON', () => {
  const list: number[] = []
  remember(list, 7, 3)
  expect(isRemembered(JSON.parse(JSON.stringify(list)) as number[], 7)).toBe(true)
})
