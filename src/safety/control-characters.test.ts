import { describe, expect, it } from 'vitest'
import {
  hiddenCharacters,
  shownJson,
  stripControlCharacters,
  visibleJson,
} from './control-characters.js'

const HIDDEN: [title: string, text: string, name: string][] = [
  ['an escape', '\u001b', 'U+001B'],
  ['a bell', '\u0007', 'U+0007'],
  ['a C1 control', '\u009b', 'U+009B'],
  ['an override of direction', '\u202e', 'U+202E'],
  ['an isolate of direction', '\u2066', 'U+2066'],
  ['a zero-width space', '\u200b', 'U+200B'],
  ['a zero-width joiner between letters', '\u200d', 'U+200D'],
  ['a byte order mark in the middle', '\ufeff', 'U+FEFF'],
  ['a soft hyphen', '\u00ad', 'U+00AD'],
  ['a tag character', '\u{e0041}', 'U+E0041'],
  ['a variation selector behind a letter', '\ufe01', 'U+FE01'],
  ['a supplementary variation selector', '\u{e0100}', 'U+E0100'],
  ['an invisible musical sign', '\u{1d173}', 'U+1D173'],
  ['a Hangul filler', '\u3164', 'U+3164'],
]

describe('invisible characters', () => {
  it.each(HIDDEN)('are removed from what is shown: %s', (_title, hidden) => {
    expect(stripControlCharacters(`a${hidden}b`)).toMatch(/^a?b?$|^ab$/)
    expect(stripControlCharacters(`a ${hidden}`)).toBe('a ')
  })

  it.each(HIDDEN)('are named: %s', (_title, hidden, name) => {
    expect(hiddenCharacters(`a${hidden}b`)).toEqual([name])
  })

  it.each(HIDDEN)('are written out in JSON, and none is lost: %s', (_title, hidden) => {
    const json = visibleJson(JSON.stringify({ text: `a${hidden}b` }))
    expect(hiddenCharacters(json)).toEqual([])
    expect(JSON.parse(json)).toEqual({ text: `a${hidden}b` })
  })

  it.each(HIDDEN)('are gone from the JSON that a page shows: %s', (_title, hidden) => {
    const shown = JSON.parse(shownJson({ list: [{ text: `x ${hidden}`, n: 1 }] })) as object
    expect(shown).toEqual({ list: [{ text: 'x ', n: 1 }] })
  })

  it.each(['plain\ttext\n', 'Zwölf ⚠️ 👩‍💻 1️⃣ ❤️‍🔥', 'line\r\nline', '\ufeffwith a mark in front'])(
    'are not in %j',
    (text) => {
      expect(hiddenCharacters(text)).toEqual([])
    },
  )
})
