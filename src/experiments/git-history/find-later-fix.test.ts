import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.js'
import type { Sandbox } from '../../../test/support/sandbox.js'
import { commitOfFiles } from '../../read/repository/commit-of-files.js'
import { findLaterFix } from './find-later-fix.js'

const SINCE = '2020-01-01T00:00:00.000Z'
const UNTIL = '2100-01-01T00:00:00.000Z'

function commit(sandbox: Sandbox, file: string, text: string, message: string): string {
  sandbox.write(file, text)
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', message)
  return sandbox.git('rev-parse', 'HEAD').trim()
}

function openHistory(): { sandbox: Sandbox; base: string; head: string } {
  const sandbox = openSandbox()
  const base = commit(sandbox, 'a.ts', 'one\ntwo\nthree\n', 'Begin')
  const head = commit(sandbox, 'a.ts', 'one\n2\nthree\n', 'feat: two is 2')
  return { sandbox, base, head }
}

const find = ({ sandbox, base, head }: ReturnType<typeof openHistory>) =>
  findLaterFix(sandbox.root, { base, head, since: SINCE, until: UNTIL })

describe('what became of the commits of a session', () => {
  it('is a revert', async () => {
    const history = openHistory()
    history.sandbox.git('revert', '--no-edit', history.head)
    expect(await find(history)).toMatchObject({ kind: 'revert' })
  })

  it.each(['fix: two is II', 'Fix two for Romans'])(
    'is a fix of the same lines: %s',
    async (message) => {
      const history = openHistory()
      const fix = commit(history.sandbox, 'a.ts', 'one\nII\nthree\n', message)
      expect(await find(history)).toEqual({ kind: 'fix', commit: fix })
    },
  )

  it('is that they are gone where no branch has any of them', async () => {
    const history = openHistory()
    history.sandbox.git('reset', '--quiet', '--hard', history.base)
    expect(await find(history)).toEqual({ kind: 'gone' })
  })

  it.each([
    ['amended', 'commit', '--quiet', '--amend', '-m', 'Two is 2'],
    ['on another branch', 'checkout', '--quiet', '-b', 'other', 'HEAD~1'],
    ['in another working tree', 'worktree', 'add', '--quiet', '--detach', 'there'],
  ])('is nothing while they are %s', async (where, ...args) => {
    const history = openHistory()
    history.sandbox.git(...args)
    if (where === 'in another working tree')
      history.sandbox.git('reset', '--quiet', '--hard', history.base)
    expect(await find(history)).toBeNull()
  })

  it.each([
    ['a fix of other lines', 'a.ts', 'one\n2\nIII\n', 'fix: three'],
    ['a fix of another file', 'b.ts', 'x\n', 'fix: b'],
    ['a change that is no fix', 'a.ts', 'one\nII\nthree\n', 'feat: two is II'],
    ['a change of fixtures', 'a.ts', 'one\nII\nthree\n', 'Fixtures are Roman'],
  ])('is nothing after %s', async (_, file, text, message) => {
    const history = openHistory()
    commit(history.sandbox, file, text, message)
    expect(await find(history)).toBeNull()
  })

  it('is nothing where the range is none', async () => {
    const { sandbox, head } = openHistory()
    expect(await find({ sandbox, base: head, head })).toBeNull()
    expect(await find({ sandbox, base: '--output=x', head })).toBeNull()
  })
})

describe('a commit of the work', () => {
  it('holds all of its files', async () => {
    const { sandbox, head: from } = openHistory()
    const { root } = sandbox
    sandbox.write('c.ts', 'c\n')
    const done = commit(sandbox, 'b.ts', 'b\n', 'Take it over')
    expect(await commitOfFiles({ root, from, files: ['b.ts', 'c.ts'] })).toBe(done)
    expect(await commitOfFiles({ root, from, files: ['b.ts', 'd.ts'] })).toBeNull()
    expect(await commitOfFiles({ root, from: done, files: ['b.ts'] })).toBeNull()
  })
})
