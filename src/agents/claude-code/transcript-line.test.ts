import { describe, expect, it } from 'vitest'
import { HeldText } from './held-text.js'
import { parseLine } from './transcript-line.js'

const LONG = 'a long line of output\n'.repeat(20)

function resultLine(content: unknown, rest: object = {}): string {
  return JSON.stringify({
    type: 'user',
    message: {
      role: 'user',
      content: [{ tool_use_id: 'call-1', type: 'tool_result', content, is_error: false }],
    },
    timestamp: '2026-01-01T10:00:00.000Z',
    ...rest,
  })
}

const block = (id: string, content: string) => ({ tool_use_id: id, type: 'tool_result', content })

/** The value with its held texts read. */
function readHeld(value: unknown): unknown {
  if (value instanceof HeldText) return value.text
  if (Array.isArray(value)) return value.map(readHeld)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readHeld(one)]))
}

const parse = (line: string): unknown => parseLine(Buffer.from(line))
const contentOf = (value: unknown): unknown =>
  (value as { message: { content: { content: unknown }[] } }).message.content[0]!.content

describe('parseLine', () => {
  it.each([
    ['plain text', LONG],
    ['a short text', 'ok'],
    ['an empty text', ''],
    ['quotes and backslashes', `say "hi" \\ and \\"${LONG}\\`],
    ['a text that ends in a backslash', `${LONG}\\`],
    ['letters of other scripts', `${LONG} ✓ żółw 日本語 😀`],
    ['a text that quotes a line like itself', `${LONG}${resultLine(LONG)}`],
    ['a text with the names of our keys in it', `${LONG},"toolUseResult":{"content":"x"}`],
    ['blocks instead of a text', [{ type: 'text', text: LONG }]],
    ['a very long text', LONG.repeat(200)],
  ])('reads %s as JSON.parse does', (_name, content) => {
    const line = resultLine(content)
    expect(readHeld(parse(line))).toEqual(JSON.parse(line))
  })

  it.each([
    ['a prompt that speaks of a "tool_result"', { message: { content: `"tool_result" ${LONG}` } }],
    ['a written file', { message: { content: [{ type: 'tool_use', input: { content: LONG } }] } }],
    ['two results at once', twoResults()],
    ['a value that ends like the type of a result', { name: 'my_result', content: LONG }],
    ['a result that no message holds', { type: 'tool_result', content: LONG, timestamp: 'x' }],
  ])('reads %s as JSON.parse does', (_name, value) => {
    const line = JSON.stringify({ timestamp: '2026-01-01T10:00:00.000Z', ...value })
    expect(readHeld(parse(line))).toEqual(JSON.parse(line))
  })

  it('holds a long result and leaves its second copy out', () => {
    const value = parse(resultLine(LONG, { toolUseResult: { stdout: LONG } }))
    expect(contentOf(value)).toBeInstanceOf(HeldText)
    expect(value).not.toHaveProperty('toolUseResult')
  })

  it('keeps a second copy that has something to tell', () => {
    const line = resultLine(LONG, { toolUseResult: { stdout: LONG, interrupted: true } })
    expect(readHeld(parse(line))).toEqual(JSON.parse(line))
  })

  it.each(['', '{', resultLine(LONG).slice(0, -80), resultLine(LONG).slice(0, -1)])(
    'refuses what is no JSON: %.20s',
    (line) => {
      expect(() => parse(line)).toThrow(SyntaxError)
    },
  )

  it('shows a text with an impossible escape as it was written', () => {
    const line = resultLine(`${LONG}@@`).replace('@@', '\\q')
    expect(readHeld(contentOf(parse(line)))).toMatch(/^a long line.*\\q$/)
  })
})

function twoResults(): object {
  return { message: { content: [block('call-1', LONG), block('call-2', `second ${LONG}`)] } }
}
