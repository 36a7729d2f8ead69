import { expect, it } from 'vitest'
import type { GitResult } from '../../util/git.js'
import { findWeakenedIn } from './find-weakened-in.js'

const ADDS = `it('adds two numbers', () => {\n  expect(sum(2, 3)).toBe(5)\n  expect(sum(total, price)).toBe(cents)\n})\n`
const OTHER = `it('adds two numbers', () => {\n  const cart = open()\n  expect(cart.items).toHaveLength(2)\n})\n`
const changes = [{ file: 'test/a.test.ts', before: ADDS, after: '' }]

/** What git finds of the names, and what stands in those files. */
const kindsWith = async (files: Record<string, string>, git?: GitResult): Promise<string[]> => {
  const asked: string[][] = []
  const found: GitResult = { ok: true, stdout: Buffer.from(Object.keys(files).join('\0')) }
  const shapes = await findWeakenedIn(
    { changes, isWhole: true },
    {
      head: null,
      git: async (args) => (asked.push([...args]), git ?? found),
      read: async (names) => names.map((file) => ({ file, after: files[file] ?? null })),
    },
  )
  expect(asked).toEqual([['grep', '-lzIF', '--no-color', '-e', 'adds two numbers']])
  return shapes.map(({ kind }) => kind)
}

it.each<[string, Record<string, string>, string[]]>([
  ['a copy in a file that was not changed', { 'test/b.test.ts': ADDS }, []],
  ['another test of that name', { 'test/b.test.ts': OTHER }, ['deleted']],
  ['a copy that is skipped', { 'test/b.test.ts': ADDS.replace('it(', 'it.skip(') }, ['deleted']],
  ['its words in a text', { 'docs/a.md': ADDS }, ['deleted']],
  ['nothing', {}, ['deleted']],
])('calls a removed test deleted unless it stands elsewhere: %s', async (_, files, kinds) => {
  expect(await kindsWith(files)).toEqual(kinds)
})

it('says nothing of a removed test when git did not come to an end', async () => {
  const stdout = Buffer.alloc(0)
  const slow: GitResult = { ok: false, failure: 'timeout', stdout, stderr: '' }
  expect(await kindsWith({}, slow)).toEqual([])
})
