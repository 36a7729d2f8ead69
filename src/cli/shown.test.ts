import { expect, it } from 'vitest'
import type { CliContext } from './command.js'
import { paint } from './paint.js'
import { showSafely } from './shown.js'

const HOSTILE = 'rm -rf\u202e \u001b[8mhidden\u001b[0m \u001b]0;title\u0007\u200b\u{e0041}end'

function shown(text: string, world: Partial<CliContext>): string[] {
  const out: string[] = []
  const take = (line: string) => void out.push(line)
  const confirm = async (question: string) => {
    out.push(question)
    return false
  }
  const context = showSafely({
    json: false,
    colour: false,
    print: take,
    note: take,
    confirm,
    ...world,
  } as CliContext)
  context.print(text)
  context.note(text)
  void context.confirm(text, false)
  return out
}

it('shows no control or invisible characters, by whichever way', () => {
  const plain = 'rm -rf hidden end'
  expect(shown(HOSTILE, {})).toEqual([plain, plain, plain])
})

it('keeps our own colours where they are on, and no other', () => {
  const { bold, red } = paint(true)
  expect(shown(bold(red('x')), { colour: true })[0]).toBe(bold(red('x')))
  expect(shown(bold(red('x')), {})[0]).toBe('x')
  expect(shown('\u001b[30mblack\u001b[8m', { colour: true })[0]).toBe('black')
})

it('escapes invisible characters in JSON', () => {
  const [json = ''] = shown(JSON.stringify({ text: HOSTILE }), { json: true })
  expect(json).toContain('\\u202e')
  expect(JSON.parse(json)).toEqual({ text: HOSTILE })
})
