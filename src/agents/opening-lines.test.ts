import { describe, expect, it } from 'vitest'
import { openingLines } from './opening-lines.js'

describe('openingLines', () => {
  it.each<[string, number, string[]]>([
    ['{"a":{"b":1}}', 1, ['{"a":{}}']],
    ['{"a":{"b":[2]}}\n{"c":3}\n', 2, ['{"a":{"b":[]}}', '{"c":3}']],
    ['{"a":"}{\\"]","b":1}', 1, ['{"a":"}{\\"]","b":1}']],
    ['{"a":{"b":"}\\\\"},"c":1}', 1, ['{"a":{},"c":1}']],
    ['{\n  "a": {\n "b": 1 }', 1, ['{\n  "a": {}']],
    ['{"torn":"x\n{"a":1}', 1, ['{"torn":"x', '{"a":1}']],
    ['}}]\n{"a":1}', 1, ['}}]', '{"a":1}']],
    ['', 1, []],
  ])('of %j at depth %i are %j', (opening, depth, lines) => {
    expect(openingLines(opening, depth)).toEqual(lines)
  })

  it('stops after 64 KB', () => {
    expect(openingLines('x'.repeat(1_000_000), 1)[0]).toHaveLength(65_536)
  })
})
