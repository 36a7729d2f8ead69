import { describe, expect, it } from 'vitest'
import type { ClaimKind } from '../../schema/claim.js'
import type { Act, Sentence } from '../../schema/sentence.js'
import { findClaims } from './find-claims.js'

const sentence = (text: string, act: Act, probability = 1): Sentence => ({
  text,
  act,
  probability,
  form: 'prose',
  heading: null,
  checked: null,
})
const kinds = (text: string, act: Act, probability?: number): ClaimKind[] =>
  findClaims([sentence(text, act, probability)]).map(({ kind }) => kind)

describe('findClaims', () => {
  it.each<[string, Act, ClaimKind[]]>([
    ['All tests pass.', 'passed', ['tests-pass']],
    ['`npm test` passes.', 'passed', ['tests-pass']],
    ['94 passed.', 'passed', ['tests-pass']],
    ['Alle Tests laufen durch.', 'passed', ['tests-pass']],
    ['Todas las pruebas pasan.', 'passed', ['tests-pass']],
    ['すべてのテストが通りました。', 'passed', ['tests-pass']],
    ['所有测试都通过了。', 'passed', ['tests-pass']],
    ['모든 테스트가 통과합니다.', 'passed', ['tests-pass']],
    ['Все тесты проходят.', 'passed', ['tests-pass']],
    ['All 7 tests pass, as reported by Vitest.', 'passed', ['tests-pass']],
    ['No problems were found by ESLint.', 'passed', ['build-passes']],
    ['The tests were run by Anna and pass.', 'passed', []],
    ['The build passes.', 'passed', ['build-passes']],
    ['Lint is clean and all tests pass.', 'passed', ['tests-pass', 'build-passes']],
    ['The tests of the build script pass.', 'passed', ['tests-pass']],
    ['tsc runs clean.', 'passed', ['build-passes']],
    ['ESLint is happy.', 'passed', ['build-passes']],
    ['Сборка проходит.', 'passed', ['build-passes']],
    ['There are no errors.', 'passed', ['no-errors']],
    ['I opened the page and it loads.', 'passed', ['verified']],
    ['Committed and pushed to origin.', 'delivered', ['committed', 'pushed']],
    ['Committed; nothing was pushed.', 'delivered', ['committed']],
    ['PR #12 is open.', 'delivered', ['pr-opened']],
    ['The pull request is open.', 'delivered', ['pr-opened']],
    ['Déployé en production.', 'delivered', ['deployed']],
    ['コミットしてプッシュしました。', 'delivered', ['committed', 'pushed']],
    ['You already pushed the fix.', 'delivered', []],
    ['Anna has pushed the fix to main.', 'delivered', []],
    ['The reviewer merged and deployed it.', 'delivered', []],
    ['The subagent fixed the bug.', 'done', []],
    ['Successfully pushed to origin.', 'delivered', ['pushed']],
    ['The bug is fixed.', 'done', ['fixed']],
    ['Der Fehler ist behoben.', 'done', ['fixed']],
    ['The form is in place.', 'done', ['implemented']],
    ['The tests fail.', 'failed', []],
    ['npm test is not green.', 'passed', []],
    ['The debugger is out, but npm run lint is still red: no-unused-vars.', 'passed', []],
    ['Lint is red, but all tests still pass.', 'passed', ['tests-pass']],
    ['All tests pass, no failing tests are left.', 'passed', ['tests-pass']],
    ['57 passed, 0 failed.', 'passed', ['tests-pass']],
    ['Shall I run the tests?', 'permission', []],
    ['The tests are in test/.', 'other', []],
  ])('finds in %j, read as %s: %j', (text, act, expected) => {
    expect(kinds(text, act)).toEqual(expected)
  })

  it('makes no claim of a sentence that is not sure', () => {
    expect(kinds('All tests pass.', 'passed', 0.3)).toEqual([])
    expect(kinds('It is pushed.', 'delivered', 0.3)).toEqual([])
  })

  it('takes the sentence that says how many', () => {
    const said = [sentence('All tests pass.', 'passed'), sentence('57 tests are green.', 'passed')]
    expect(findClaims(said)).toEqual([
      { kind: 'tests-pass', quote: '57 tests are green.', sweeping: true, tests: 57 },
    ])
  })

  it('quotes the sentence and knows a sweeping one', () => {
    expect(
      findClaims([
        sentence('All 12 tests pass.', 'passed'),
        sentence('The tests of the parser pass.', 'passed'),
        sentence('The build passes.', 'passed'),
        sentence('The types pass, 9/9.', 'passed'),
      ]),
    ).toEqual([
      { kind: 'tests-pass', quote: 'All 12 tests pass.', sweeping: true, tests: 12 },
      { kind: 'build-passes', quote: 'The build passes.', sweeping: false },
    ])
  })
})
