import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPlainConfig, readPlainRepository } from './plain-repository.js'

let root: string
beforeEach(() => {
  root = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'plain-'))), 'root')
  execFileSync('git', ['init', '-q', '-b', 'main', root])
  git('commit', '-q', '--allow-empty', '-m', 'one')
})
afterEach(() => rmSync(path.dirname(root), { recursive: true }))

describe('a repository as git makes it', () => {
  it.each([
    { head: 'on a branch', branch: 'main', act: () => undefined },
    {
      head: 'on a branch with a slash',
      branch: 'a/b',
      act: () => git('switch', '-q', '-c', 'a/b'),
    },
    { head: 'detached', branch: null, act: () => git('switch', '-q', '--detach') },
  ])('is known with its head $head', ({ branch, act }) => {
    act()
    const gitDir = path.join(root, '.git')
    expect(readPlainRepository(root)).toEqual({
      root,
      gitDir,
      head: git('rev-parse', 'HEAD'),
      branch,
    })
  })
})

const inGit = (...names: string[]): string => path.join(root, '.git', ...names)

describe('what git is to be asked about', () => {
  it.each<[string, () => unknown]>([
    ['a branch without a commit', () => git('switch', '-q', '--orphan', 'new')],
    ['a branch that is packed away', () => git('pack-refs', '--all')],
    [
      'a branch that is another one by name',
      () => git('symbolic-ref', 'refs/heads/main', 'refs/heads/b'),
    ],
    ['a branch that is a pipe', () => replace(inGit('refs', 'heads', 'main'), makePipe)],
    ['a head that is a pipe', () => replace(inGit('HEAD'), makePipe)],
    [
      'a head that is a link',
      () => replace(inGit('HEAD'), (file) => symlinkSync('/dev/zero', file)),
    ],
    [
      'a head that leads outside',
      () => writeFileSync(inGit('HEAD'), 'ref: refs/heads/../../HEAD\n'),
    ],
    ['a head that is no reference', () => writeFileSync(inGit('HEAD'), 'main\n')],
    ['no objects', () => rmSync(inGit('objects'), { recursive: true })],
    ['a common directory elsewhere', () => writeFileSync(inGit('commondir'), '../other\n')],
    ['a link to a repository', () => replace(inGit(), (file) => symlinkSync(`${file}.old`, file))],
    [
      'a file that points to one',
      () => replace(inGit(), (file) => writeFileSync(file, 'gitdir: .git.old')),
    ],
    ['no repository at all', () => rmSync(inGit(), { recursive: true })],
    ['no folder at all', () => rmSync(root, { recursive: true })],
  ])('is %s', (_, act) => {
    act()
    expect(readPlainRepository(root)).toBe(null)
  })

  it('is a folder below the root', () => {
    mkdirSync(path.join(root, 'sub'))
    expect(readPlainRepository(path.join(root, 'sub'))).toBe(null)
  })
})

describe('a configuration', () => {
  const AS_MADE: [string, string][] = [
    ['core.repositoryformatversion', '0'],
    ['core.bare', 'false'],
  ]
  it.each([
    { with: 'nothing more', more: [], isPlain: true },
    { with: 'a remote', more: [['remote.origin.url', 'x']], isPlain: true },
    { with: 'a work tree of its own', more: [['core.worktree', '/']], isPlain: false },
    { with: 'no work tree', more: [['core.bare', 'true']], isPlain: false },
    { with: 'an odd word for no work tree', more: [['core.bare', 'yes']], isPlain: false },
    { with: 'another format', more: [['core.repositoryformatversion', '1']], isPlain: false },
    { with: 'an extension', more: [['extensions.refstorage', 'reftable']], isPlain: false },
  ])('with $with: $isPlain', ({ more, isPlain }) => {
    expect(isPlainConfig(new Map([...AS_MADE, ...(more as [string, string][])]))).toBe(isPlain)
  })

  it('of no repository is not plain', () => {
    expect(isPlainConfig(new Map([['user.name', 'A']]))).toBe(false)
  })
})

function git(...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid']
  return execFileSync('git', ['-C', root, ...who, ...args], { encoding: 'utf8' }).trim()
}

const replace = (file: string, make: (file: string) => void): void => {
  renameSync(file, `${file}.old`)
  make(file)
}

const makePipe = (file: string): void => void execFileSync('mkfifo', [file])
