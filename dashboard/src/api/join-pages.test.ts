import { describe, expect, it } from 'vitest'
import { addPage, refreshFirst, refreshLast } from './join-pages.js'

const list = (items: string, next: string | null) => ({ items: [...items], next })
const idOf = (item: string) => item.toLowerCase()

describe('refreshFirst', () => {
  it.each([
    {
      name: 'puts what is new first',
      before: list('cdef', 'f'),
      page: list('abc', 'c'),
      joined: list('abcdef', 'f'),
    },
    {
      name: 'takes the newer form',
      before: list('cd', 'd'),
      page: list('aC', 'c'),
      joined: list('aCd', 'd'),
    },
    {
      name: 'drops the old when there is a gap',
      before: list('xyz', 'z'),
      page: list('abc', 'c'),
      joined: list('abc', 'c'),
    },
    {
      name: 'believes a page that is all there is',
      before: list('abc', null),
      page: list('ab', null),
      joined: list('ab', null),
    },
    {
      name: 'begins with the page',
      before: list('', null),
      page: list('ab', 'b'),
      joined: list('ab', 'b'),
    },
  ])('$name', ({ before, page, joined }) => {
    expect(refreshFirst(before, page, idOf)).toEqual(joined)
  })
})

describe('refreshLast', () => {
  it('takes newer forms where they stand and appends what is new', () => {
    expect(refreshLast(list('abcd', null), list('cDe', 'e'), idOf)).toEqual(list('abcDe', 'e'))
  })
})

describe('addPage', () => {
  it('appends, each once', () => {
    expect(addPage(list('abc', 'c'), list('cde', null), idOf)).toEqual(list('abcde', null))
  })
})
