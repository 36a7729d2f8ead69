import { describe, expect, it } from 'vitest'
import type { Act } from '../../schema/sentence.js'
import { actByCounts, readCounts } from './counts.js'

describe('readCounts', () => {
  it.each([
    ['70 passed, 3 failed', { passed: 70, failed: 3 }],
    ['Tests: 5 failed, 89 passed, 94 total', { passed: 89, failed: 5 }],
    ['1,204 passed and 0 failed', { passed: 1204, failed: 0 }],
    ['0 failures', { failed: 0 }],
    ['no errors', { failed: 0 }],
    ['Failed: 3', { failed: 3 }],
    ['three tests still fail', { failed: 3 }],
    ['2 of 5 files', { share: { part: 2, of: 5 } }],
    ['2 out of the 5 files', { share: { part: 2, of: 5 } }],
    ['5/5', { share: { part: 5, of: 5 } }],
    ['all but two tests', { share: { part: 0, of: 2 } }],
    ['0 of 31 checks failed', { failed: 0, share: { part: 0, of: 31 } }],
    ['every one of the 12 commits', {}],
    ['12 Tests bestanden, 1 fehlgeschlagen', { passed: 12, failed: 1 }],
    ['zwei von fünf Dateien', { share: { part: 2, of: 5 } }],
    ['12 pruebas pasaron, 2 fallaron', { passed: 12, failed: 2 }],
    ['aucune erreur', { failed: 0 }],
    ['10件成功、2件失敗', { passed: 10, failed: 2 }],
    ['エラー 0件', { failed: 0 }],
    ['5件中2件', { share: { part: 2, of: 5 } }],
    ['90个通过，1个失败', { passed: 90, failed: 1 }],
    ['30 тестов прошли, 2 упали', { passed: 30, failed: 2 }],
    ['version 2.1 in 2024', {}],
    ['', {}],
  ])('reads %j', (text, expected) => {
    const { failed, passed, share } = readCounts(text)
    const told = share === null ? null : { part: share.part, of: share.of }
    expect({ failed, passed, share: told }).toEqual({
      failed: null,
      passed: null,
      share: null,
      ...expected,
    })
  })
})

describe('actByCounts', () => {
  it.each<[string, Act, Act | null]>([
    ['70 passed, 3 failed.', 'passed', 'failed'],
    ['70 passed, 3 failed.', 'other', 'failed'],
    ['70 passed, 0 failed.', 'failed', 'passed'],
    ['0 failures.', 'failed', 'passed'],
    ['2 of 5 files are migrated.', 'done', 'left'],
    ['5 of 5 files are migrated.', 'left', 'done'],
    ['2 of 5 files are migrated.', 'left', null],
    ['Two of four packages are published.', 'delivered', 'left'],
    ['All four of four are published.', 'delivered', null],
    ['40 of 42 tests pass.', 'passed', 'failed'],
    ['42/42 tests pass.', 'passed', null],
    ['All but two tests pass.', 'passed', 'failed'],
    ['Almost all tests pass.', 'passed', 'failed'],
    ['No TODOs left.', 'left', 'done'],
    ['Nothing remains open.', 'left', 'done'],
    ['I fixed 3 errors.', 'done', null],
    ['Shall I fix the 3 failures?', 'permission', null],
    ['It returns 3 errors.', 'other', null],
    ['The tests pass.', 'passed', null],
  ])('%j, read as %s, is %s', (text, act, expected) => {
    expect(actByCounts(text, act)?.act ?? null).toBe(expected)
  })
})
