import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeAt, parseJsonText, valueOf } from './json-text.js'

describe('parseJsonText', () => {
  it('reads every JSON text as JSON.parse does, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, 3, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const parsed = parseJsonText(text)
        expect(parsed.ok && valueOf(parsed.root)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    { text: '\uFEFF{"a": 1}', value: { a: 1 } },
    { text: '// first\n{"a": /* one */ 1, // last\n}', value: { a: 1 } },
    { text: '[1, 2,]', value: [1, 2] },
    { text: '{"a": "// no comment", "b": "\\u00e4\\n"}', value: { a: '// no comment', b: 'ä\n' } },
  ])('lets $text pass', ({ text, value }) => {
    const parsed = parseJsonText(text)
    expect(parsed.ok && valueOf(parsed.root)).toEqual(value)
  })

  it.each([
    { text: '', line: 1, problem: 'expected a value, found the end' },
    { text: '{\n  "a": 1\n  "b": 2\n}', line: 3, problem: 'expected a comma or }, found "\\""' },
    { text: '{"a": 1', line: 1, problem: 'expected a comma or }, found the end' },
    { text: "{'a': 1}", line: 1, problem: 'expected a key in double quotes or }, found "\'"' },
    { text: '{"a" 1}', line: 1, problem: 'expected a colon, found "1"' },
    { text: '{"a": 01}', line: 1, problem: 'expected a value, found "0"' },
    { text: '{"a": nul}', line: 1, problem: 'expected a value, found "n"' },
    { text: '[1,\n"open', line: 2, problem: 'a string is broken or not closed' },
    { text: '[\n\n/* open', line: 3, problem: 'a comment is not closed' },
    { text: '{} {}', line: 1, problem: 'expected the end, found "{"' },
    { text: '[,1]', line: 1, problem: 'expected a value, found ","' },
    { text: '['.repeat(500), line: 1, problem: 'it is nested too deeply' },
  ])('refuses $text with its line', ({ text, ...expected }) => {
    expect(parseJsonText(text)).toEqual({ ok: false, ...expected })
  })
})

describe('nodeAt', () => {
  it('takes the last of two equal keys, as JSON.parse does', () => {
    const parsed = parseJsonText('{"a": {"b": 1}, "a": {"b": 2}}')
    expect(parsed.ok && valueOf(nodeAt(parsed.root, 'a', 'b')!)).toBe(2)
  })
})
