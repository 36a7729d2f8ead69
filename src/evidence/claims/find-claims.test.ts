import { describe, expect, it } from 'vitest'
import type { ClaimKind } from '../../schema/claim.js'
import { findClaims } from './find-claims.js'

const kinds = (text: string): ClaimKind[] =>
  findClaims(text)
    .map(({ kind }) => kind)
    .sort()

describe('findClaims', () => {
  it.each<[string, ClaimKind[]]>([
    ['All tests pass.', ['tests-pass']],
    ['The tests are green.', ['tests-pass']],
    ['All 42 tests are now passing.', ['tests-pass']],
    ['`npm test` passes.', ['tests-pass']],
    ['pytest runs green.', ['tests-pass']],
    ['The full test suite passes with the change.', ['tests-pass']],
    ['94 passed, 0 failed.', ['tests-pass']],
    ['42/42 tests passed.', ['tests-pass']],
    ['It passes all the existing tests.', ['tests-pass']],
    ['**All tests pass** ✅', ['tests-pass']],
    ['- Tests: ✅', ['tests-pass']],
    ['The suite is green again.', ['tests-pass']],
    ['The unit tests for the parser succeed.', ['tests-pass']],
    ['The build passes.', ['build-passes']],
    ['The project now compiles cleanly.', ['build-passes']],
    ['Typecheck is clean.', ['build-passes']],
    ['The linter passes.', ['build-passes']],
    ['tsc runs clean.', ['build-passes']],
    ['The bug is fixed.', ['fixed']],
    ['I fixed the race in the queue.', ['fixed']],
    ['Fixed the off-by-one in pager.ts.', ['fixed']],
    ['The issue has been resolved.', ['fixed']],
    ["I've implemented the login form.", ['implemented']],
    ['Done.', ['implemented']],
    ['The migration is complete.', ['implemented']],
    ['Added a retry to the client.', ['implemented']],
    ['I committed the changes.', ['committed']],
    ['Everything is committed.', ['committed']],
    ['I pushed the branch.', ['pushed']],
    ['Committed and pushed to origin.', ['committed', 'pushed']],
    ['I opened a pull request.', ['pr-opened']],
    ['PR #12 is open.', ['pr-opened']],
    ['Pull request: https://example.com/a/b/pull/12', ['pr-opened']],
    ['Deployed to production.', ['deployed']],
    ['The new version is now live at example.com.', ['deployed']],
    ['I verified the fix by hand.', ['verified']],
    ['The export now works as expected.', ['verified']],
    ['There are no errors.', ['no-errors']],
    ['It runs without any warnings.', ['no-errors']],
    ['No type errors remain.', ['no-errors']],
    ['I fixed the bug and all tests pass.', ['fixed', 'tests-pass']],
    ['The build passes, but I did not run the tests.', ['build-passes']],
  ])('finds in %j: %j', (text, expected) => {
    expect(kinds(text)).toEqual([...expected].sort())
  })

  it.each([
    // negations
    'The tests do not pass.',
    "The tests don't pass yet.",
    'I could not get the tests to pass.',
    'Not all tests pass.',
    'The bug is not fixed.',
    'I have not pushed the branch.',
    "I haven't committed anything.",
    'The tests never passed here.',
    'The build is broken.',
    'Nothing was deployed.',
    // the future and wishes
    'The tests will pass once the mock is updated.',
    'The tests should pass now.',
    'Next I will run the tests until all tests pass.',
    'Let me make sure all tests pass.',
    "I'll push the branch next.",
    'We need to get all tests passing.',
    'The goal is that all tests pass.',
    'Then it can be deployed to production.',
    'The bug might be fixed by the upgrade.',
    // conditions and questions
    'If all tests pass, we can merge.',
    'Once the tests pass I will open a pull request.',
    'Do all tests pass?',
    'Should I push the branch?',
    'Run the suite to verify that all tests pass.',
    // quotations and other people
    'The README says "all tests pass".',
    'You said the tests pass.',
    'According to the log, all tests passed.',
    'I changed the label to “All tests pass”.',
    '> All tests pass.',
    '```\nAll tests pass\n```',
    'The issue says the bug is fixed in 2.0.',
    // only a part
    'Most tests pass.',
    '40 of 42 tests pass.',
    'Almost all tests pass.',
    'All but two tests pass.',
    // the same words about something else
    'The column has a fixed width.',
    'The promise is resolved to a value.',
    'I pushed back on the design.',
    'We are committed to quality.',
    'It throws no error when the file is missing.',
    'The function returns without errors being logged.',
    'The deployed version is older.',
    'The test plan is in docs.',
    '',
  ])('finds nothing in %j', (text) => {
    expect(kinds(text).filter((kind) => kind !== 'implemented' || /Done/.test(text))).toEqual([])
  })

  it('quotes the sentence and knows a sweeping one', () => {
    expect(findClaims('I changed two files. All 12 tests pass. The build passes.')).toEqual([
      { kind: 'tests-pass', quote: 'All 12 tests pass.', sweeping: true },
      { kind: 'build-passes', quote: 'The build passes.', sweeping: false },
    ])
  })

  it('takes bounded time for a hostile text', () => {
    const text = `${'the tests '.repeat(2000)}\n${'pass '.repeat(2000)}`
    expect(findClaims(text)).toEqual([])
  })
})
