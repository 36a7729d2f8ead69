import { describe, expect, it } from 'vitest'
import { isVague, sharedTopics } from './topics.js'

describe('sharedTopics', () => {
  it.each([
    ['The migration is left.', 'Migrate the tables', ['migr']],
    ['Not yet translated: CHANGELOG', 'Translate README and CHANGELOG', ['transl', 'changelog']],
    ['CHANGELOGの翻訳はまだです。', 'READMEとCHANGELOGを翻訳してください。', ['changelog', '翻訳']],
    ['测试还没写。', '写解析器的测试', ['测试']],
    ['Add the other files next.', 'Please fix the file', []],
  ])('of %j and %j', (one, other, expected) => {
    expect(sharedTopics(one, other)).toEqual(expected)
  })
})

describe('isVague', () => {
  it.each([
    'Make it work better',
    'Help with the thing',
    'continuing',
    "I've made some changes",
    '',
  ])('holds for %j', (text) => {
    expect(isVague(text)).toBe(true)
  })

  it.each(['Fix the login', 'see a.ts', 'improve getUser', 'update `x`', '検索を直して'])(
    'does not for %j',
    (text) => {
      expect(isVague(text)).toBe(false)
    },
  )
})
