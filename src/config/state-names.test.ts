import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { keepStateName, knownStateName, newStateName } from './state-names.js'

const openRoot = (): string => mkdtempSync(path.join(tmpdir(), 'state-names-'))
const fileIn = (root: string): string => path.join(root, 'projects')

it('knows a name that was kept, and keeps it once', () => {
  const root = openRoot()
  expect(knownStateName(root, '/a/.git')).toBeNull()
  for (const identity of ['/a/.git', '/b c/.git', '/a/.git']) keepStateName(root, identity)
  expect(knownStateName(root, '/a/.git')).toBe(newStateName('/a/.git'))
  expect(knownStateName(root, '/b c/.git')).toBe(newStateName('/b c/.git'))
  expect(readFileSync(fileIn(root), 'utf8').split('\n')).toHaveLength(3)
})

it.each([
  { has: 'a line of another project that ends like it', text: '0123456789abcdef /x /a\n' },
  { has: 'a line that was cut', text: '0123456789abcd /a\n' },
  { has: 'a line behind one without its end', text: '0123456789abcdef /b0123456789abcdef /a\n' },
  { has: 'no name', text: '../../../somewher /a\n' },
  { has: 'no line end', text: '0123456789abcdef /a' },
  { has: 'nothing', text: '' },
])('does not believe a file that has $has', ({ text }) => {
  const root = openRoot()
  writeFileSync(fileIn(root), text)
  expect(knownStateName(root, '/a')).toBeNull()
})

it('keeps no name with a line end in it, and none where there are too many', () => {
  const root = openRoot()
  keepStateName(root, '/a\n0123456789abcdef /b')
  expect(knownStateName(root, '/b')).toBeNull()
  appendFileSync(fileIn(root), 'x'.repeat(100_000))
  keepStateName(root, '/c')
  expect(knownStateName(root, '/c')).toBeNull()
})

it('does without where nothing can be written', () => {
  expect(() => keepStateName('/nowhere/at all', '/a')).not.toThrow()
})
