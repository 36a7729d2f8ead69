import { describe, expect, it } from 'vitest'
import { claimedTests, withTableHead } from './claimed-tests.js'
import { readMessage } from './read-message.js'

describe('claimedTests', () => {
  it.each<[string, number | null]>([
    ['All 57 tests pass.', 57],
    ['57/57 tests pass.', 57],
    ['All 57 of 57 tests are green.', 57],
    ['Tests: 57 passed.', 57],
    ['Alle 57 Tests laufen durch.', 57],
    ['Las 57 pruebas pasan.', 57],
    ['57 new tests pass.', 57],
    ['57 passed.', 57],
    ['All 57 passed, 0 failed.', 57],
    ['Done: 57 passed, 2 skipped in 1.2s', 57],
    ['Everything green (57/57).', 57],
    ['Alle 57 grün.', 57],
    ['Todos verdes: 57 de 57.', 57],
    ['57/57 ✅', null],
    ['57/57 passed ✅', 57],
    ['57 rows passed the import.', null],
    ['Of the 60 invoices 57 passed.', null],
    ['All tests pass.', null],
    ['All tests pass with 57 assertions.', null],
    ['12 test files pass.', null],
    ['12 test suites pass.', null],
    ['All 57 tests of the suite pass in 12 files.', 57],
    ['The limit is 2 and all tests pass.', null],
    ['Das Limit ist 2, alle Tests sind grün.', null],
    ['한도를 2로 바꿨고 테스트도 모두 통과했습니다.', null],
    ['테스트 57개 모두 통과했습니다. 57개 테스트가 통과했습니다.', 57],
    ['All tests pass in 57 ms.', null],
    ['Tests pass on Node 22.1.', null],
    ['Before, 57 tests passed.', null],
    ['All 212 tests pass in CI.', null],
    ['The pipeline ran 212 tests, all pass.', null],
    ['212 tests pass on GitHub Actions.', null],
  ])('%s', (text, count) => {
    expect(claimedTests(text)).toBe(count)
  })
})

it.each<[string, string, number | null]>([
  ['Suite | Result', 'Full solution | ✅ 42 / 42 passed', 42],
  ['Prüfung | Ergebnis der Tests', 'Gesamt | 42/42 grün', 42],
  ['Migration | Result', 'Rows | 42 / 42 passed', null],
  ['Suite | Result', 'Files | 42 files passed', null],
])('reads what a row counts from the head of its table: %s, %s', (head, row, count) => {
  const sentences = readMessage(`| ${head} |\n|---|---|\n| ${row} |`, null)
  const last = sentences.at(-1)!
  expect(claimedTests(last.text, withTableHead(last, sentences))).toBe(count)
})
