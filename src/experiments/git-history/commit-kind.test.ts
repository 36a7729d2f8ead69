import { describe, expect, it } from 'vitest'
import { commitKind, ownNumber, plainSubject } from './commit-kind.js'

const revert = (subject: string, pullRequest: string | null = null) => ({
  kind: 'revert',
  subject,
  pullRequest,
})

describe('commitKind', () => {
  it.each([
    { subject: 'feat: add search', expected: { kind: 'feature' } },
    { subject: 'feat(api)!: add search', expected: { kind: 'feature' } },
    { subject: 'Feature: add search', expected: { kind: 'feature' } },
    { subject: 'fix: broken search', expected: { kind: 'fix' } },
    { subject: 'fix(api): broken search (#12)', expected: { kind: 'fix' } },
    { subject: 'hotfix search', expected: { kind: 'fix' } },
    { subject: 'Hotfix: search', expected: { kind: 'fix' } },
    { subject: "Merge branch 'feature/search'", expected: { kind: 'feature' } },
    { subject: "Merge branch 'feature/search' into main", expected: { kind: 'feature' } },
    { subject: "Merge remote-tracking branch 'origin/fix/login'", expected: { kind: 'fix' } },
    { subject: 'Merge pull request #12 from shop/feat/search', expected: { kind: 'feature' } },
    { subject: 'Merge pull request #12 from shop/hotfix-login', expected: { kind: 'fix' } },
    { subject: "Merge branch 'main'", expected: { kind: 'other' } },
    { subject: "Merge branch 'defeat/search'", expected: { kind: 'other' } },
    { subject: 'Feature/search page (#12)', expected: { kind: 'feature' } },
    { subject: '[Fix] search page (#12)', expected: { kind: 'fix' } },
    { subject: 'Add a search page (#12)', expected: { kind: 'feature' } },
    { subject: 'Fix the search page (#12)', expected: { kind: 'fix' } },
    { subject: 'Add a search page', expected: { kind: 'other' } },
    { subject: 'Tidy the search page (#12)', expected: { kind: 'other' } },
    { subject: 'fixture for search', expected: { kind: 'other' } },
    { subject: 'chore: tidy', expected: { kind: 'other' } },
    { subject: 'feat: options to revert to the old search', expected: { kind: 'feature' } },
    { subject: 'reverting is hard', expected: { kind: 'other' } },
    { subject: '', expected: { kind: 'other' } },
    { subject: 'Revert "feat: add search"', expected: revert('feat: add search') },
    {
      subject: 'Revert "feat: add search (#12)" (#13)',
      expected: revert('feat: add search', '12'),
    },
    { subject: 'revert: feat: add search (#12) (#13)', expected: revert('feat: add search', '12') },
    { subject: 'revert(api): add search', expected: revert('add search') },
    { subject: 'fix: revert "feat: add search"', expected: revert('feat: add search') },
    { subject: 'fix: revert, "feat: add search"', expected: revert('feat: add search') },
    { subject: 'chore: revert #12 (#13)', expected: revert('#12', '12') },
    { subject: 'fix: slow search, reverts #12 (#13)', expected: revert('', '12') },
    { subject: 'Revert "Revert "feat: add search""', expected: { kind: 'reapply' } },
    { subject: 'revert: revert: feat: add search', expected: { kind: 'reapply' } },
    { subject: 'Reapply "feat: add search"', expected: { kind: 'reapply' } },
    {
      subject: 'Revert "Revert "Revert "feat: add search"""',
      expected: revert('feat: add search'),
    },
    { subject: 'Revert "Reapply "feat: add search""', expected: revert('feat: add search') },
    { subject: 'Revert', expected: revert('') },
  ])('reads "$subject" as $expected.kind', ({ subject, expected }) => {
    expect(commitKind(subject)).toEqual(expected)
  })
})

describe('plainSubject', () => {
  it.each([
    { subject: 'feat: x', plain: 'feat: x', number: null },
    { subject: 'feat: x (#7)', plain: 'feat: x', number: '7' },
    { subject: ' feat: "x" (#7)" (#8) ', plain: 'feat: "x', number: '8' },
    { subject: '(#7)', plain: '', number: '7' },
    {
      subject: `${'  (#1)'.repeat(5000)}x`,
      plain: `${'  (#1)'.repeat(5000)}x`.trim(),
      number: null,
    },
  ])('reduces a subject to what a revert quotes', ({ subject, plain, number }) => {
    expect([plainSubject(subject), ownNumber(subject)]).toEqual([plain, number])
  })
})
