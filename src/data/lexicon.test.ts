import { expect, it } from 'vitest'
import { hasOtherScript, lexicon } from './lexicon.js'

it('gives the words of a row in all languages, and none of a row that there is not', () => {
  expect(lexicon('subject.tests')).toEqual(
    expect.arrayContaining(['тест', 'テスト', '测试', '테스트']),
  )
  expect(lexicon('subject.none')).toEqual([])
})

it.each([
  ['Done. All 12 tests pass.', false],
  ['Größe – geprüft ✅', false],
  ['Все тесты проходят', true],
  ['「done」とテスト', true],
  ['테스트', true],
])('looks for letters of other scripts: %s', (text, expected) => {
  expect(hasOtherScript(text)).toBe(expected)
})
