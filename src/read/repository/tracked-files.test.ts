import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTrackedFiles } from './tracked-files.js'

let root = ''
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'reflectory-tracked-'))
  for (const folder of ['src', 'lib/a', 'lib/b'])
    mkdirSync(path.join(root, folder), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  write('src/cart.ts', 'export const total = 1\n')
  write('lib/a/index.ts', 'a')
  write('lib/b/index.ts', 'b')
  write('package.json', '{"scripts":{"check":"x"}}')
  write('Makefile', 'all: x\n\t@echo 1\n\t-rm x\nVERSION:=1\n')
  symlinkSync('/etc/hostname', path.join(root, 'src/link.ts'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root })
  git('init', '--quiet')
  git('add', '.')
  write('src/untracked.ts', 'secret plan')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['src/cart.ts', 'src/cart.ts'],
  ['./src/cart.ts', 'src/cart.ts'],
  ['cart.ts', 'src/cart.ts'],
  ['index.ts', null],
  ['a/index.ts', 'lib/a/index.ts'],
  ['src/untracked.ts', null],
  ['../src/cart.ts', null],
  ['/etc/passwd', null],
  ['~/work/shop/src/cart.ts', 'src/cart.ts'],
  ['~/work/shop/index.ts', null],
])('finds %s as %s', async (file, expected) => {
  const tracked = openTrackedFiles(root)
  expect(await tracked.find(file)).toBe(expected)
})

it('knows which commit took a file away, and where to', async () => {
  const moved = mkdtempSync(path.join(tmpdir(), 'reflectory-moved-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.invalid', ...args], {
      cwd: moved,
      encoding: 'utf8',
    })
  const text = 'export function total(items) {\n  return items.length\n}\n'
  git('init', '--quiet')
  for (const name of ['cart.ts', 'old.ts']) writeFileSync(path.join(moved, name), name + text)
  git('add', '.')
  git('commit', '-qm', 'start')
  git('mv', 'cart.ts', 'basket.ts')
  git('rm', '-q', 'old.ts')
  git('commit', '-qm', 'basket')
  const commit = git('rev-parse', '--short', 'HEAD').trim()
  const tracked = openTrackedFiles(moved)
  const today = new Date().toISOString()
  expect(await tracked.whereTo!('cart.ts', today)).toEqual({ commit, to: 'basket.ts' })
  expect(await tracked.whereTo!('old.ts', today)).toEqual({ commit, to: null })
  expect(await tracked.whereTo!('never.ts', today)).toBeNull()
  expect(await tracked.whereTo!('../cart.ts', today)).toBeNull()
  rmSync(moved, { recursive: true, force: true })
})

it('finds an absolute path inside of it', async () => {
  expect(await openTrackedFiles(root).find(path.join(root, 'src/cart.ts'))).toBe('src/cart.ts')
})

it.each([
  ['total', true],
  ['secret plan', false],
  ['two\nlines', false],
  ['', false],
  ['--exec=evil', false],
])('knows whether a text stands in a tracked file: %j', async (text, expected) => {
  expect(await openTrackedFiles(root).holds(text)).toBe(expected)
})

it.each([
  ['export const total = 1', true],
  ['const total = 1', false],
])('knows whether a tracked file has a whole line: %j', async (text, expected) => {
  expect(await openTrackedFiles(root).holds(text, ['src/cart.ts'], 'line')).toBe(expected)
})

it('names the first commit since then that brought lines, though a later one undid it', async () => {
  const commit = (day: number, text: string): string => {
    writeFileSync(path.join(root, 'src/cart.ts'), text)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, GIT_COMMITTER_DATE: `2030-01-0${day}T10:00:00Z` },
      })
    git('commit', '--quiet', '--allow-empty', '-am', 'work')
    return git('rev-parse', '--short', 'HEAD').trim()
  }
  const [one, zero] = [
    'export const total = 1\n',
    'export const total = 0\nexport const none = null\n',
  ]
  commit(1, one)
  const first = commit(2, zero)
  commit(3, one)
  const second = commit(4, zero)
  commit(5, one)
  const { commitOf } = openTrackedFiles(root)
  const both = ['export const total = 0', 'export const none = null']
  const since = (day: number) => `2030-01-0${day}T09:59:00.000Z`
  expect(await commitOf!(both, ['src/cart.ts'], since(1))).toBe(first)
  expect(await commitOf!(both, ['src/cart.ts'], since(4))).toBe(second)
  expect(await commitOf!(both, ['src/cart.ts'], since(6))).toBeNull()
  expect(await commitOf!([...both, 'never there'], ['src/cart.ts'], since(1))).toBeNull()
  expect(await commitOf!(['never there'], ['src/cart.ts'], since(1))).toBeNull()
  expect(await commitOf!(both, ['src/cart.ts'], 'no day')).toBeNull()
})

it('names the commit that brought lines, and not the one that only moved their file', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  writeFileSync(path.join(root, 'src/cart.ts'), 'export const shipping = 7\n')
  git('commit', '--quiet', '-am', 'work')
  const commit = git('rev-parse', '--short', 'HEAD').trim()
  git('mv', 'src/cart.ts', 'src/basket.ts')
  git('commit', '--quiet', '-am', 'move')
  const { commitOf } = openTrackedFiles(root)
  const names = ['src/basket.ts', 'src/cart.ts']
  expect(await commitOf!(['export const shipping = 7'], names, '2020-01-01T00:00:00.000Z')).toBe(
    commit,
  )
})

it('names what the project declares, and nothing outside of a repository', async () => {
  expect([...(await openTrackedFiles(root).scripts())]).toEqual([
    ['check', 'x'],
    ['all', 'echo 1\nrm x\n'],
  ])
  const nowhere = openTrackedFiles(path.join(root, 'gone'))
  expect([await nowhere.find('a'), await nowhere.holds('a')]).toEqual([null, false])
})
