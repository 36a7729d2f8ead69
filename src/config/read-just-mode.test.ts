import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleYaml } from './example.js'
import { parseSettings } from './parse-settings.js'
import { readJustMode } from './read-just-mode.js'

describe('a text that sets just the mode', () => {
  it.each([
    { text: 'mode: solo', mode: 'solo', line: 1 },
    { text: '# Mine\n\nmode:  orchestrated  # for now\n\n# end\n', mode: 'orchestrated', line: 3 },
  ])('is read: $text', ({ text, mode, line }) => {
    expect(readJustMode(text)).toEqual({ value: mode, line })
  })

  it('is what `reflect install` writes, comments and all', () => {
    const text = exampleYaml().replace(/^# ?mode:.*$/m, 'mode: solo')
    expect(text.split('\n').length).toBeGreaterThan(100)
    expect(readJustMode(text)).toEqual({
      value: 'solo',
      line: text.split('\n').indexOf('mode: solo') + 1,
    })
  })

  it.each([
    '',
    '# nothing',
    'mode: off',
    'mode: sole',
    'mode:solo',
    ' mode: solo',
    'mode: "solo"',
    'mode: solo\nmode: solo',
    'mode: solo\nstop:\n  enabled: false',
    'mode: solo\n---\n',
    'mode: solo # \u0007',
    '\tmode: solo',
    'mode: solo\r\n',
    '%YAML 1.1\nmode: solo',
  ])('is not this one: %j', (text) => {
    expect(readJustMode(text)).toBeNull()
  })

  const PIECES = 'mode: mode solo orchestrated off # # note : --- ... " &a !!str - { | stop:'.split(
    ' ',
  )
  const SIGNS = [' ', '  ', '\t', '\n', '\n', '\r', '\u0085', '\u2028', '# note', '- ']
  const piece = fc.constantFrom(...PIECES, ...SIGNS)
  it('says what the parser says', () => {
    const texts = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''))
    let read = 0
    const check = (text: string): void => {
      const just = readJustMode(text)
      if (just === null) return
      read += 1
      const { value, line } = just
      expect(parseSettings(text, '/f', 'user')).toEqual({
        settings: [{ path: ['mode'], value, origin: { source: 'user', file: '/f', line } }],
        aliases: [],
        problems: [],
      })
    }
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        check(before + after)
        check(`${before}\nmode: solo${after}`)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
