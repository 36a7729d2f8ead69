import { describe, expect, it } from 'vitest'
import type { RequestFlags } from '../../schema/evidence.js'
import { noFlags } from '../empty-evidence.js'
import { foldFlags } from './read-request-flags.js'

const readAll = (...texts: string[]): RequestFlags =>
  texts.reduce((flags, text, index) => foldFlags(flags, index + 1, text), noFlags())

const flagsOf = (...texts: string[]): string[] =>
  Object.entries(readAll(...texts))
    .filter(([, flag]) => flag !== null)
    .map(([name]) => name)
    .sort()

describe('foldFlags', () => {
  it.each<[string, (keyof RequestFlags)[]]>([
    // a change of the code
    ['Fix the Docker build', ['change']],
    ['Fix the deploy script', ['change']],
    ['The pricing plan page shows the wrong price. Please fix it.', ['change']],
    ['Add a plan selector to the checkout', ['change']],
    ['Create the plan upgrade endpoint', ['change']],
    ['can you refactor the parser?', ['change']],
    ['I want you to rename getUser to findUser everywhere', ['change']],
    ['look into why login fails and fix it', ['change']],
    ['Investigate the crash, then implement a fix', ['change']],
    ['Make the read-only field editable', ['change']],
    ['Implement the plan from docs/plan.md', ['change']],
    ['Add push notifications to the app', ['change']],
    ['Update the test account page', ['change']],
    ['Write a function that parses dates', ['change']],
    // looking only
    ['Explain how the scheduler works', ['readOnly']],
    ['Why does the build take so long?', ['readOnly']],
    ['Research caching options. Do not write code.', ['readOnly']],
    ["Review the diff, but don't change anything", ['readOnly']],
    ['This is a read-only task.', ['readOnly']],
    ['Just tell me which files use this function', ['readOnly']],
    ['What does this error mean?', ['readOnly']],
    ['Analyze the logs and summarize what you find. No code changes.', ['readOnly']],
    // planning only
    ['Write a plan for the migration', ['planOnly']],
    ['Only a plan, please', ['planOnly']],
    ['Draft a design doc for the new queue. Do not implement it yet.', ['planOnly']],
    ['Plan this first', ['planOnly']],
    ['Make a plan and then implement it', ['change']],
    // tests
    ['Fix the parser and run the tests', ['change', 'testsWanted']],
    ['Add a login form with tests', ['change', 'testsWanted']],
    ['Make sure all tests pass', ['testsWanted']],
    ['Refactor the store; the tests must stay green.', ['change', 'testsWanted']],
    ['Add unit tests for the cart', ['change', 'testsWanted']],
    ['Fix the typo, no need to run the tests', ['change']],
    ['Fix the parser. The tests are run in CI.', ['change']],
    ['Der Parser ist falsch, bitte beheben. Tests laufen nur in der CI.', ['change']],
    ['Rename the helper. Do not run any tests.', ['change']],
    ['Read config.json and tell me the database port', []],
    // red on purpose
    ['Write a failing test for the date bug', ['change', 'redExpected']],
    ['Reproduce the crash from the report', ['redExpected']],
    ['Use TDD: add a discount field', ['change', 'redExpected']],
    [
      'Write me a failing test that reproduces the iso week bug (1 Jan is week 53).',
      ['redExpected'],
    ],
    ['Schreib einen Test, der den Fehler reproduziert.', ['redExpected']],
    ['Écris un test qui échoue et reproduit le bug.', ['redExpected']],
    ['再現するテストを書いてください', ['redExpected']],
    ['Write a test that reproduces the bug and fix it', ['change']],
    ["Write a failing test that reproduces the crash, don't fix it", ['change', 'redExpected']],
    [
      'Schreib einen fehlschlagenden Test für den Absturz, behebe ihn nicht',
      ['change', 'redExpected'],
    ],
    ['Fix the failing test in cart.test.ts', ['change']],
    // delivery
    ['Fix the bug and open a PR', ['change', 'prWanted']],
    ['Implement search and create a pull request when done', ['change', 'prWanted']],
    ['Fix it. Do not push.', ['change', 'noPush']],
    ["Update the config but don't commit or push", ['change', 'noPush']],
    ['commit all and push', ['commitWanted', 'pushWanted']],
    ['Fix the header, commit and push to main', ['change', 'commitWanted', 'pushWanted']],
    ['Improve the commit message format in the docs', ['change']],
    ['Deploy it to staging', ['deployWanted']],
    ['Fix the navbar and deploy to production', ['change', 'deployWanted']],
    ['Fix it but do not deploy', ['change']],
    ['Review PR #12', ['readOnly']],
    ['Forget the PR, push straight to main.', ['pushWanted']],
    // other languages
    ['Behebe den Fehler und lass die Tests laufen.', ['change', 'testsWanted']],
    ['Corrige el error y ejecuta las pruebas.', ['change', 'testsWanted']],
    ['エラーを直してください。テストを実行してください。', ['change', 'testsWanted']],
    ['Исправь ошибку и прогони тесты.', ['change', 'testsWanted']],
    ['Ändere nichts am Code.', ['readOnly']],
    // nothing
    ['thanks', []],
    ['think deeply', []],
    ['```\nplease fix and push\n```', []],
    ['> please fix and push', []],
  ])('reads %j as %j', (text, expected) => {
    expect(flagsOf(text)).toEqual([...expected].sort())
  })

  it.each<[string[], (keyof RequestFlags)[]]>([
    [['Write a plan for the migration', 'Good. Now implement it.'], ['change']],
    [['Explain the cache', 'ok, fix it'], ['change']],
    [['Fix the cache', 'stop. just explain what you found, no code changes'], ['readOnly']],
    [
      ['Fix it. Do not push.', 'looks good, push it'],
      ['change', 'pushWanted'],
    ],
    [
      ['Fix it and run the tests', 'also rename the file'],
      ['change', 'testsWanted'],
    ],
    [
      ['commit and push', 'wait, do not push'],
      ['commitWanted', 'noPush'],
    ],
  ])('lets the later of %j win', (texts, expected) => {
    expect(flagsOf(...texts)).toEqual([...expected].sort())
  })

  it('names the message and the words that a flag rests on', () => {
    const flags = readAll(
      'Look at this log:\n```\nfix me\n```',
      'Thanks. Please fix the parser. It is slow.',
    )
    expect(flags).toEqual({
      ...noFlags(),
      change: { message: 2, quote: 'Please fix the parser.' },
    })
  })
})
