import { expect, it } from 'vitest'
import type { GitResult } from '../../util/git.js'
import type { CopyGrounds } from './changes/copy-grounds.js'
import { change, js, php } from './__fixtures__/changes.js'
import { findWeakenedIn } from './find-weakened-in.js'

const it_ = (name: string, ...lines: string[]): string =>
  `it('${name}', () => {\n  ${lines.join('\n  ')}\n})\n`
const ADDS = it_(
  'adds two numbers',
  'expect(sum(2, 3)).toBe(5)',
  'expect(sum(total, price, discount)).toBe(cents)',
)
const OTHER = it_('adds two numbers', 'const cart = open()', 'expect(cart.items).toHaveLength(2)')
const KEEPS = it_(
  'follows in safe mode',
  'const reply = session.follow({ safe_mode: true })',
  'expect(reply.content).toBe(null)',
)

/** A tree that git greps: lines apart, as git does with `-l`, `-o` and `--all-match`. */
const groundsOf = (files: Record<string, string>, failed?: GitResult): CopyGrounds => ({
  head: null,
  git: async (args) => {
    if (failed !== undefined) return failed
    const words = args.flatMap((arg, index) => (args[index - 1] === '-e' ? [arg] : []))
    const has = (file: string) => (word: string) => files[file]!.includes(word)
    const names = Object.keys(files)
    const found = args.includes('-ozwIF')
      ? names
          .flatMap((file) => words.filter(has(file)).map((word) => `${file}\0${word}`))
          .join('\n')
      : names
          .filter((file) =>
            args.includes('--all-match') ? words.every(has(file)) : words.some(has(file)),
          )
          .join('\0')
    const stdout = Buffer.from(found)
    return found === ''
      ? { ok: false, failure: 'failed', stdout, stderr: '' }
      : { ok: true, stdout }
  },
  read: async (names) => names.map((file) => ({ file, after: files[file] ?? null })),
})

const kindsOf = async (before: string, grounds: CopyGrounds): Promise<string[]> => {
  const changes = [{ file: 'test/a.test.ts', before, after: '' }]
  const shapes = await findWeakenedIn({ changes, isWhole: true }, grounds)
  return shapes.map(({ kind }) => kind)
}

it.each<[string, string, Record<string, string>, string[]]>([
  ['a copy in a file that was not changed', ADDS, { 'test/b.test.ts': ADDS }, []],
  ['another test of that name', ADDS, { 'test/b.test.ts': OTHER }, ['replaced']],
  [
    'its words under another name',
    ADDS,
    { 'test/b.test.ts': ADDS.replace('adds two numbers', 'gives the sum').replace('5', '6') },
    ['replaced'],
  ],
  [
    'a copy that is skipped',
    ADDS,
    { 'test/b.test.ts': ADDS.replace('it(', 'it.skip(') },
    ['deleted'],
  ],
  ['its words in a text', ADDS, { 'docs/a.md': ADDS }, ['deleted']],
  ['nothing', ADDS, {}, ['deleted']],
  ['what it is about', KEEPS, { 'src/session.ts': 'if (options.safe_mode) follow()' }, ['deleted']],
  ['nothing of what its title names', KEEPS, { 'docs/a.md': 'safe_mode' }, ['replaced']],
])('a removed test is deleted unless it stands elsewhere: %s', async (_, before, files, kinds) => {
  expect(await kindsOf(before, groundsOf(files))).toEqual(kinds)
})

it('says nothing of a removed test when git did not come to an end', async () => {
  const slow = { ok: false, failure: 'timeout', stdout: Buffer.alloc(0), stderr: '' } as const
  expect(await kindsOf(ADDS, groundsOf({}, slow))).toEqual([])
})

it('says nothing of removed tests that are too many to be looked for', async () => {
  const before = Array.from({ length: 130 }, (_, index) =>
    js(`adds case ${index}`, `expect(sum(${index}, a${index})).toBe(b${index})`),
  )
  const changes = [
    change('test/a.test.ts', before.slice(0, 100).join(''), ''),
    change('test/b.test.ts', before.slice(100).join(''), ''),
  ]
  const grounds = {
    head: null,
    git: async () => ({ ok: true as const, stdout: Buffer.alloc(0) }),
    read: async () => [],
  }
  const shapes = await findWeakenedIn({ changes, isWhole: true }, grounds)
  expect(shapes.map(({ file }) => file)).toEqual(['test/a.test.ts'])
})

it('calls tests replaced whose unit was removed before them', async () => {
  const changes = [
    change(
      'tests/BatchTransferTest.php',
      php('testSize', '$this->assertEquals(2, size($a));'),
      null,
    ),
  ]
  const grounds = (files: string) => ({
    head: null,
    git: async () => ({ ok: true as const, stdout: Buffer.from(files) }),
    read: async () => [],
  })
  const kindsWith = async (files: string): Promise<string[]> =>
    (await findWeakenedIn({ changes, isWhole: true }, grounds(files))).map(({ kind }) => kind)
  expect(await kindsWith('CHANGELOG.md\0')).toEqual(['replaced'])
  expect(await kindsWith('src/BatchTransfer.php\0')).toEqual(['deleted'])
})

it('a job file that is gone weakens nothing where those that stay run its checks', async () => {
  const changes = [change('.travis.yml', 'script:\n  - go test -race ./...\n', null)]
  const kindsWith = async (job: string): Promise<string[]> => {
    const file = '.circleci/config.yml'
    const grounds = {
      head: null,
      git: async () => ({ ok: true as const, stdout: Buffer.from(`${file}\0`) }),
      read: async () => [{ file, after: job }],
    }
    return (await findWeakenedIn({ changes, isWhole: true }, grounds)).map(({ kind }) => kind)
  }
  expect(await kindsWith('steps:\n  - run: go test -v ./...\n')).toEqual([])
  expect(await kindsWith('steps:\n  - run: go build ./...\n')).toEqual(['command'])
})

it('a patch of a class is a stand-in where the project declares it', async () => {
  const patch = 'Rack::Session::Abstract::ID.class_eval do\n  def prepare(env)\n  end\nend\n'
  const changes = [change('spec/spec_helper.rb', "require 'rack'\n", `require 'rack'\n${patch}`)]
  const kindsWith = async (isDeclared: boolean): Promise<string[]> => {
    const stdout = Buffer.alloc(0)
    const git = async () =>
      isDeclared
        ? { ok: true as const, stdout }
        : { ok: false as const, failure: 'failed' as const, stdout, stderr: '' }
    const grounds = { head: null, git, read: async () => [] }
    return (await findWeakenedIn({ changes, isWhole: true }, grounds)).map(({ kind }) => kind)
  }
  expect(await kindsWith(true)).toEqual(['stand_in'])
  expect(await kindsWith(false)).toEqual([])
})
