import { describe, expect, it } from 'vitest'
import { collapseSpace, countTokens, cutToTokens, normaliseText } from './normalise-text.js'

describe('normaliseText', () => {
  it.each([
    { text: 'Hello,  World!\n\tIt\u2019s fine -- really.', kept: 'hello world its fine really' },
    { text: `don't "quote" (me)`, kept: 'dont quote me' },
    { text: 'src/cart/total.ts max_tokens=128', kept: 'src cart total ts max tokens 128' },
    { text: 'ÉCLAIR Straße ΣΊΣΥΦΟΣ', kept: 'éclair straße σίσυφος' },
    { text: 'e\u0301clair', kept: 'éclair' },
    { text: 'ＦＵＬＬ ｗｉｄｔｈ ﬁt', kept: 'full width fit' },
    { text: '今天，天气很好。', kept: '今天 天气很好' },
    { text: 'नमस्ते दुनिया!', kept: 'नमस्ते दुनिया' },
    { text: 'می\u200cخواهم', kept: 'میخواهم' },
    { text: 'soft\u00adhyphen \ufeffmark \u202eback', kept: 'softhyphen mark back' },
    { text: 'non\u00a0breaking\u2003space', kept: 'non breaking space' },
    { text: '👍 🎉 — … !!!', kept: '' },
    { text: 'half \ud83d of one', kept: 'half of one' },
    { text: '', kept: '' },
  ])('makes $kept of $text', ({ text, kept }) => {
    expect(normaliseText(text, 128)).toBe(kept)
    expect(normaliseText(kept, 128)).toBe(kept)
  })

  it.each([
    { max: 0, kept: '' },
    { max: 2, kept: 'one two' },
    { max: 9, kept: 'one two three' },
  ])('keeps the first $max words', ({ max, kept }) => {
    expect(normaliseText('One, two, three.', max)).toBe(kept)
  })

  it('reads a bounded part of a text without end', () => {
    expect(normaliseText('a'.repeat(1_000_000), 128)).toHaveLength(32_768)
    expect(normaliseText(`${'!'.repeat(40_000)} late`, 128)).toBe('')
  })
})

describe('tokens', () => {
  it.each([
    { text: ' a\u00a0b\n\nc ', collapsed: 'a b c', count: 3, two: 'a b' },
    { text: '\t', collapsed: '', count: 0, two: '' },
    { text: 'Keep, The. Case!', collapsed: 'Keep, The. Case!', count: 3, two: 'Keep, The.' },
  ])('are separated by white space alone in $text', ({ text, collapsed, count, two }) => {
    expect(collapseSpace(text)).toBe(collapsed)
    expect(countTokens(text)).toBe(count)
    expect(cutToTokens(text, 2)).toBe(two)
  })
})
