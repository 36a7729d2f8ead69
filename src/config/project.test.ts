import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findProject } from './project.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'project-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...parts: string[]) => path.join(folder, ...parts)

function git(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid']
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_CONFIG_SYSTEM: os.devNull,
  }
  execFileSync('git', [...identity, '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env,
    stdio: 'ignore',
  })
}

function repository(name: string): string {
  mkdirSync(at(name, 'src', 'deep'), { recursive: true })
  git(at(name), 'init', '-q')
  git(at(name), 'commit', '-q', '--allow-empty', '-m', 'first')
  return at(name)
}

it('finds the repository from a folder deep inside it', () => {
  const root = repository('repo')
  const expected = { root, identity: path.join(root, '.git') }
  expect(findProject(path.join(root, 'src', 'deep'))).toEqual(expected)
  expect(findProject(root)).toEqual(expected)
})

it('gives a worktree its own root and the identity of its repository', () => {
  const root = repository('repo')
  git(root, 'worktree', 'add', '-q', at('tree'))
  expect(findProject(at('tree'))).toEqual({ root: at('tree'), identity: path.join(root, '.git') })
})

it('gives a submodule an identity of its own', () => {
  repository('library')
  const root = repository('repo')
  git(root, 'submodule', 'add', '-q', at('library'), 'vendor/library')
  const submodule = path.join(root, 'vendor', 'library')
  expect(findProject(submodule)).toEqual({
    root: submodule,
    identity: path.join(root, '.git', 'modules', 'vendor', 'library'),
  })
})

it('takes a folder outside any repository as it is', () => {
  mkdirSync(at('plain', 'sub'), { recursive: true })
  expect(findProject(at('plain', 'sub'))).toEqual({
    root: at('plain', 'sub'),
    identity: at('plain', 'sub'),
  })
})

it('follows a symbolic link to the folder that it names', () => {
  const root = repository('repo')
  symlinkSync(path.join(root, 'src'), at('short-cut'))
  expect(findProject(at('short-cut'))).toEqual({ root, identity: path.join(root, '.git') })
})

it('answers for a folder that does not exist', () => {
  expect(findProject(at('gone'))).toEqual({ root: at('gone'), identity: at('gone') })
})

it.each([
  { what: 'an empty folder', make: () => mkdirSync(at('p', '.git')) },
  { what: 'an empty file', make: () => writeFileSync(at('p', '.git'), '') },
  { what: 'noise', make: () => writeFileSync(at('p', '.git'), Buffer.from([0, 255, 10, 1])) },
  { what: 'a link to nowhere', make: () => symlinkSync(at('none'), at('p', '.git')) },
  { what: 'a link to itself', make: () => symlinkSync('.git', at('p', '.git')) },
  { what: 'a missing target', make: () => writeFileSync(at('p', '.git'), 'gitdir: ../none\n') },
  { what: 'a target with NUL', make: () => writeFileSync(at('p', '.git'), 'gitdir: a\0b\n') },
  { what: 'a huge file', make: () => writeFileSync(at('p', '.git'), 'x'.repeat(5_000_000)) },
  { what: 'a FIFO', make: () => execFileSync('mkfifo', [at('p', '.git')]) },
])('passes over a .git that is $what', ({ make }) => {
  mkdirSync(at('p'))
  make()
  expect(findProject(at('p'))).toEqual({ root: at('p'), identity: at('p') })
})

it.each([
  {
    what: 'a file that names it',
    make: (victim: string) => writeFileSync(at('evil', '.git'), `gitdir: ${victim}/.git\n`),
  },
  {
    what: 'a link to it',
    make: (victim: string) => symlinkSync(path.join(victim, '.git'), at('evil', '.git')),
  },
  {
    what: 'a file that names one of its worktrees',
    make: (victim: string) => {
      git(victim, 'worktree', 'add', '-q', at('tree'))
      writeFileSync(at('evil', '.git'), `gitdir: ${victim}/.git/worktrees/tree\n`)
    },
  },
])('does not let a folder pass for another repository by $what', ({ make }) => {
  const victim = repository('victim')
  mkdirSync(at('evil'))
  make(victim)
  expect(findProject(at('evil'))).toEqual({ root: at('evil'), identity: at('evil') })
})

it('reads a git folder of someone else with a long run of blanks in its settings', () => {
  mkdirSync(at('evil', 'git'), { recursive: true })
  writeFileSync(at('evil', '.git'), 'gitdir: git\n')
  writeFileSync(at('evil', 'git', 'HEAD'), '')
  writeFileSync(at('evil', 'git', 'config'), `worktree =${' '.repeat(8000)}x"y`)
  expect(findProject(at('evil'))).toEqual({ root: at('evil'), identity: at('evil') })
})

it('keeps the state of a worktree apart once its repository no longer knows it', () => {
  const root = repository('repo')
  git(root, 'worktree', 'add', '-q', at('tree'))
  rmSync(path.join(root, '.git', 'worktrees', 'tree', 'gitdir'))
  expect(findProject(at('tree'))).toEqual({ root: at('tree'), identity: at('tree') })
})
