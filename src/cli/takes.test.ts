import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import {
  argument,
  duration,
  flag,
  limit,
  needed,
  oneOf,
  optional,
  optionalText,
  readAs,
  readGiven,
  repeated,
  several,
  text,
  whole,
} from './takes.js'
import type { Takes } from './takes.js'

/** What was typed behind a verb that takes these, read; or the message that refuses it. */
function read(takes: Takes, ...typed: string[]): unknown {
  const command = new Command('x').exitOverride().configureOutput({ writeErr: () => undefined })
  for (const [name, take] of Object.entries(takes)) take.addTo(command, name)
  try {
    command.parse(typed, { from: 'user' })
    return readGiven(takes, command.processedArgs, command.opts())
  } catch (error) {
    return (error as Error).message
  }
}

const MODES = ['off', 'solo', 'orchestrated'] as const

describe('what a verb takes', () => {
  it.each<[what: string, takes: Takes, typed: string[], given: unknown]>([
    ['a whole number', { few: whole('<n>', 'x', { to: 9 }) }, ['--few', '9'], { few: 9 }],
    ['one from 0 on', { few: whole('<n>', 'x', { from: 0, to: 9 }) }, ['--few', '0'], { few: 0 }],
    ['no number', { few: whole('<n>', 'x', { to: 9 }) }, [], { few: undefined }],
    ['a default', { few: whole('<n>', 'x', { to: 9 }, 3) }, [], { few: 3 }],
    ['a limit', { limit: limit(20) }, ['--limit', '7'], { limit: 7 }],
    [
      'a word of several',
      { mode: oneOf('<mode>', 'x', MODES) },
      ['--mode', 'solo'],
      { mode: 'solo' },
    ],
    ['a length of time', { since: duration('x') }, ['--since', '1.5h'], { since: 5_400_000 }],
    ['one by default', { since: duration('x', '7d') }, [], { since: 604_800_000 }],
    ['a flag', { dryRun: flag('x'), all: flag('x') }, ['--dry-run'], { dryRun: true, all: false }],
    ['a text', { name: text('<name>', 'x', 'me') }, [], { name: 'me' }],
    ['an empty default', { why: text('<text>', 'x', '') }, [], { why: '' }],
    [
      'a text that may be left out',
      { html: optionalText('[file]', 'x') },
      ['--html'],
      { html: true },
    ],
    ['texts', { env: repeated('<name>', 'x') }, ['--env', 'A', '--env', 'B'], { env: ['A', 'B'] }],
    [
      'arguments in their order, and options between them',
      { from: argument('x'), page: whole('<n>', 'x', { to: 9 }), to: optional('x') },
      ['a', '--page', '2', 'b'],
      { from: 'a', page: 2, to: 'b' },
    ],
    ['many arguments', { words: several('x') }, ['a', 'b'], { words: ['a', 'b'] }],
    [
      'what is read further',
      { day: readAs(text('<day>', 'x'), (day) => `${day}!`) },
      [],
      { day: 'undefined!' },
    ],
  ])('may be %s', (_what, takes, typed, given) => {
    expect(read(takes, ...typed)).toEqual(given)
  })

  it.each<[takes: Takes, typed: string[], says: string]>([
    [{ limit: limit(20) }, ['--limit', '0'], '--limit is a whole number from 1 to 10000, not "0"'],
    [
      { limit: limit(20) },
      ['--limit', '1.5'],
      '--limit is a whole number from 1 to 10000, not "1.5"',
    ],
    [{ limit: limit(20) }, ['--limit', ' '], '--limit is a whole number from 1 to 10000, not " "'],
    [
      { mode: oneOf('<mode>', 'x', MODES) },
      ['--mode', 'sollo'],
      '--mode is one of off, solo, orchestrated, not "sollo"',
    ],
    [{ olderThan: duration('x') }, ['--older-than', 'soon'], '"soon" is not a duration'],
    [{ since: duration('x') }, ['--since', '0s'], '"0s" is not a duration'],
    [{ since: duration('x') }, ['--since', '366d'], '"366d" is not a duration'],
    [{ to: needed('<url>', 'x') }, [], "error: required option '--to <url>' not specified"],
    [{ words: several('x') }, [], "error: missing required argument 'words'"],
  ])('%# is refused: %j', (takes, typed, says) => {
    expect(read(takes, ...typed)).toBe(says)
  })

  it('is refused with the nearest word that there is', () => {
    const { mode } = { mode: oneOf('<mode>', 'x', MODES) }
    expect(() => mode.read('sollo', '--mode')).toThrow(
      expect.objectContaining({ code: 'usage', remedy: 'Did you mean --mode solo?' }),
    )
  })
})
