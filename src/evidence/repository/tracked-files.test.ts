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
  write('Makefile', 'all: x\nVERSION:=1\n')
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

it('names what the project declares, and nothing outside of a repository', async () => {
  expect([...(await openTrackedFiles(root).scripts())]).toEqual(['check', 'all'])
  const nowhere = openTrackedFiles(path.join(root, 'gone'))
  expect([await nowhere.find('a'), await nowhere.holds('a')]).toEqual([null, false])
})
