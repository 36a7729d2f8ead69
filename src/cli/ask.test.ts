import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { ask, Interrupted } from './ask.js'

function openTerminal(typed: string) {
  const input = new PassThrough()
  const output = new PassThrough()
  output.once('data', () => input.write(typed))
  return { input, output, terminal: true }
}

describe('a question', () => {
  it.each([
    ['y\r', false, true],
    ['YES\r', false, true],
    ['\r', true, true],
    ['\r', false, false],
    ['n\r', true, false],
    ['maybe\r', true, false],
  ])('answered with %j when the default is %s is %s', async (typed, otherwise, expected) => {
    expect(await ask('Really?', otherwise, openTerminal(typed))).toBe(expected)
  })

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('left with %s changes nothing', async (_, typed) => {
    await expect(ask('Really?', true, openTerminal(typed))).rejects.toEqual(new Interrupted())
  })
})
