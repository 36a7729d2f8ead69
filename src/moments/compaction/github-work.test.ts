import { describe, expect, it } from 'vitest'
import { findGithubWork, mainReference } from './github-work.js'

const inText = (text: string) => findGithubWork({ texts: [text], commands: [] })
const inCommands = (...commands: string[]) => findGithubWork({ texts: [], commands })

describe('findGithubWork', () => {
  it.each([
    { text: 'Fix #123', kind: 'issue', number: 123 },
    { text: 'Continue PR #34', kind: 'pr', number: 34 },
    { text: 'Continue PR34 please', kind: 'pr', number: 34 },
    { text: 'Closes #17', kind: 'issue', number: 17 },
    { text: 'the bug is in #18', kind: 'issue', number: 18 },
    { text: 'work on issue #42', kind: 'issue', number: 42 },
    { text: 'work on issue 42', kind: 'issue', number: 42 },
    { text: 'the review of pull request 7', kind: 'pr', number: 7 },
    { text: 'see https://github.com/a/b/pull/88/files', kind: 'pr', number: 88 },
    { text: 'https://github.com/a/b/issues/9', kind: 'issue', number: 9 },
    { text: 'get the open pull request ready', kind: 'pr', number: null },
    { text: 'issue #4 is what PR #5 fixes', kind: 'pr', number: 5 },
  ])('finds the reference in "$text"', ({ text, kind, number }) => {
    expect(mainReference(inText(text))).toMatchObject({ kind, number })
  })

  it('knows a colour again where it is only named', () => {
    const texts = ['Change the primary colour from #333 to #124578', 'Some buttons still use #333.']
    expect(findGithubWork({ texts, commands: [] }).references).toEqual([])
  })

  it.each([
    'Make the button #123456',
    'The header should be #333 and the links #0066',
    'Use #112233 for the footer text',
    'Fix the button: it should be #123456',
    'use #fff as background',
    'the colour #123 and the colour #456789',
    '# Heading',
    '#1 priority is speed; step #2 comes later',
    'line #40 of the C# file',
    'color: #333;',
    'like PR #12 did it',
    'similar to #99',
    'this was introduced in #77',
    'the PR template',
    'a sprint',
    'version 1.2.34',
    '',
  ])('finds no reference in "%s"', (text) => {
    expect(inText(text).references).toEqual([])
  })

  it.each([
    { line: 'gh pr create --fill', found: ['gh pr create'] },
    { line: 'cd x && git commit -m "a" && git push', found: ['git commit', 'git push'] },
    { line: 'git checkout -b fix', found: ['git checkout'] },
    { line: 'gh issue comment 4', found: ['gh issue comment'] },
    { line: 'gh pr view 3', found: [] },
    { line: 'git status', found: [] },
    { line: 'digit pushups', found: [] },
  ])('finds the work in `$line`', ({ line, found }) => {
    expect(inCommands(line).commands).toEqual(found)
  })

  it.each([
    { commands: ['git push', 'gh pr comment 4 --body x'], told: true },
    { commands: ['gh pr comment 4 --body x', 'git push'], told: false },
    { commands: ['git commit -m x'], told: false },
  ])('knows whether it was told last: $commands', ({ commands, told }) => {
    expect(inCommands(...commands).isTold).toBe(told)
  })

  it.each([
    { text: 'I commented on PR #4.', told: true },
    { text: 'Posted an update on issue #4.', told: true },
    { text: 'PR #4 has been merged.', told: true },
    { text: 'I will comment on PR #4.', told: false },
  ])('takes the word of "$text"', ({ text, told }) => {
    expect(inText(text).isTold).toBe(told)
  })
})
