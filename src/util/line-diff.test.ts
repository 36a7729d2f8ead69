import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from './line-diff.js'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('')

describe('lineDiff', () => {
  it.each([
    { name: 'nothing for equal texts', before: 'a\nb\n', after: 'a\nb\n', expected: [] },
    { name: 'a new file', before: '', after: 'a\nb\n', expected: ['+ a', '+ b'] },
    { name: 'a removed file', before: 'a\n', after: '', expected: ['- a'] },
    {
      name: 'one change with two lines around it',
      before: lines(1, 9),
      after: lines(1, 9).replace('5\n', 'five\n'),
      expected: ['  3', '  4', '+ five', '- 5', '  6', '  7'],
    },
    {
      name: 'two changes with a gap between them',
      before: lines(1, 9),
      after: `zero\n${lines(1, 8)}`,
      expected: ['+ zero', '  1', '  2', '  …', '  7', '  8', '- 9'],
    },
  ])('shows $name', ({ before, after, expected }) => {
    expect(lineDiff(before, after)).toEqual(expected)
  })

  it('names as many added and removed lines as the texts differ by', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
    fc.assert(
      fc.property(text, text, (old, fresh) => {
        const diff = lineDiff(old.join('\n'), fresh.join('\n'))
        const count = (sign: string) => diff.filter((line) => line.startsWith(sign)).length
        expect(count('+') - count('-')).toBe(fresh.length - old.length)
      }),
    )
  })
})
