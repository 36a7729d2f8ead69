import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertEntry, removeEntry } from './edit-json-text.js'
import { parseJsonText, valueOf } from './json-text.js'
import type { JsonContainer } from './json-text.js'

const containerOf = (text: string): JsonContainer => {
  const parsed = parseJsonText(text)
  if (!parsed.ok || parsed.root.kind === 'scalar') throw new Error(`no container: ${text}`)
  return parsed.root
}
const insert = (text: string, value: unknown) => {
  const container = containerOf(text)
  return insertEntry(text, container, { key: container.kind === 'object' ? 'new' : null, value })
}

describe('insertEntry', () => {
  it.each([
    { text: '{}', expected: '{\n  "new": [\n    1\n  ]\n}' },
    { text: '{\n}\n', expected: '{\n  "new": [\n    1\n  ]\n}\n' },
    { text: '{"a":1}', expected: '{"a":1,"new":[1]}' },
    { text: '{"a": 1}\n', expected: '{"a": 1,"new":[1]}\n' },
    { text: '{\n  "a": 1\n}', expected: '{\n  "a": 1,\n  "new": [\n    1\n  ]\n}' },
    { text: '{\r\n\t"a": 1\r\n}', expected: '{\r\n\t"a": 1,\r\n\t"new": [\r\n\t\t1\r\n\t]\r\n}' },
    { text: '{\n  "a": 1,\n}', expected: '{\n  "a": 1,\n  "new": [\n    1\n  ],\n}' },
    {
      text: '{\n  "a": 1 // note\n}',
      expected: '{\n  "a": 1, // note\n  "new": [\n    1\n  ]\n}',
    },
    { text: '["a" // note\n]', expected: '["a", // note\n[\n  1\n]\n]' },
    { text: '{ // note\n}', expected: '{ // note\n  "new": [\n    1\n  ]\n}' },
    { text: '{"a": [\n1]}', expected: '{"a": [\n1], "new": [1]}' },
  ])('adds to $text in its own style', ({ text, expected }) => {
    expect(insert(text, [1])).toBe(expected)
  })
})

describe('removeEntry', () => {
  it.each([
    { text: '[1, 2, 3]', index: 0, expected: '[ 2, 3]' },
    { text: '[1, 2, 3]', index: 1, expected: '[1, 3]' },
    { text: '[1, 2, 3]', index: 2, expected: '[1, 2]' },
    { text: '[1]', index: 0, expected: '[]' },
    { text: '[\n  1,\n  2,\n]', index: 1, expected: '[\n  1,\n]' },
    { text: '[\n  1, // one\n  2\n]', index: 1, expected: '[\n  1 // one\n]' },
    { text: '[1, // one\n2]', index: 1, expected: '[1 // one\n]' },
    { text: '[1, // one\n2, 3]', index: 1, expected: '[1, // one\n 3]' },
    { text: '[\n  // ours?\n  1\n]', index: 0, expected: '[\n  // ours?\n]' },
    { text: '[1 /* a */, 2]', index: 0, expected: '[ /* a */ 2]' },
  ])('takes item $index out of $text', ({ text, index, expected }) => {
    const container = containerOf(text)
    const result = removeEntry(text, container, container.entries[index]!)
    expect(result).toBe(expected)
    expect(valueOf(containerOf(result))).toEqual(
      (valueOf(container) as unknown[]).toSpliced(index, 1),
    )
  })

  it('undoes insertEntry byte for byte in any text', () => {
    const space = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', ' // note\n', '/* note */')
    const item = fc.tuple(space, fc.jsonValue({ maxDepth: 1 }), space)
    const list = fc
      .tuple(fc.array(item, { maxLength: 4 }), space, fc.boolean())
      .map(([items, end, trailing]) => {
        const inner = items.map(([lead, value, tail]) => lead + JSON.stringify(value) + tail)
        return `[${inner.join(',')}${trailing && items.length > 0 ? ',' : ''}${end}]\n`
      })
    fc.assert(
      fc.property(list, (text) => {
        const before = containerOf(text)
        const added = insert(text, { a: ['b'] })
        const after = containerOf(added)
        expect(valueOf(after)).toEqual([...(valueOf(before) as unknown[]), { a: ['b'] }])
        const inner = before.entries.length === 0 ? text.slice(1, before.end - 1) : ''
        expect(removeEntry(added, after, after.entries.at(-1)!, inner)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
