import { expect, it } from 'vitest'
import { call, edit, human, play, says } from '../__fixtures__/play.js'
import type { Line } from '../__fixtures__/play.js'

const run = (command: string, exitCode: number, output = ''): Line =>
  call(command, output, { status: exitCode === 0 ? 'completed' : 'failed', exitCode })

const contradicted = (...lines: Line[]): string[] =>
  play(human('Fix the sum, commit it and push it to origin.'), edit('src/a.ts'), ...lines)
    .claims.filter(({ status }) => status === 'contradicted')
    .map(({ kind }) => kind)

const hook = run('git add -A && git commit -m x', 1, 'husky - pre-commit script failed (code 1)')
const bare = run("git commit -m 'fix: sum'", 128, 'fatal: unable to auto-detect email address')
const rejected = run('git push origin x; git status -sb', 0, ' ! [rejected] x -> x (fetch first)')

it.each([
  ['committed', 'The sum is right and the change is in the commit `fix: sum`.', hook],
  ['committed', 'Hecho. El cambio está en el commit `fix: sum`.', hook],
  ['committed', 'Die Summe stimmt, alles ist committet.', bare],
  ['pushed', 'Fix committed and pushed to `x`.', rejected],
  [
    'pushed',
    'Done: `sum` adds, the test passes, and the commit is pushed to `origin/x`.',
    rejected,
  ],
] as const)('contradicts "%s": %s', (kind, text, line) => {
  expect(contradicted(line, says(text))).toContain(kind)
})

it.each<[string, Line[]]>([
  ['a later commit', [hook, run('git commit -nm x', 0, '[main 1a2b3c4] x'), says('Committed.')]],
  ['a hook that is told of', [hook, says('Committed it at first; the hook fails on lint.')]],
  ['a commit that is left to the human', [bare, says('Please commit it; git has no identity.')]],
  ['a push that is told to be rejected', [rejected, says('Fixed; the push to x was rejected.')]],
  ['a push that is handed over', [rejected, says('Fixed. Please push it yourself.')]],
  ['a message that says nothing of a commit', [hook, says('The sum is right now.')]],
])('holds nothing against %s', (_, lines) => {
  expect(contradicted(...lines)).toEqual([])
})
