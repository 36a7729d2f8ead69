import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from './__fixtures__/temp-folder.js'
import { appendPlainly, isOurFolder, listOurs, makeOurFolder, whatIsInstead } from './our-folder.js'

it('takes a folder of this user as ours, made when missing', () => {
  const folder = path.join(openTempFolder(), 'a', 'b')
  expect([isOurFolder(folder), whatIsInstead(folder)]).toEqual([false, null])
  makeOurFolder(folder)
  writeFileSync(path.join(folder, 'x-1'), '')
  writeFileSync(path.join(folder, 'thesis'), '')
  expect([isOurFolder(folder), whatIsInstead(folder)]).toEqual([true, null])
  expect(listOurs(folder, /^x-\d$/)).toEqual(['x-1'])
})

const NOT_OURS: readonly [instead: string, make: (folder: string, base: string) => void][] = [
  ['a link', (folder, base) => symlinkSync(base, folder)],
  ['a link', (folder, base) => symlinkSync(path.join(base, 'nowhere'), folder)],
  ['no folder', (folder) => writeFileSync(folder, '')],
]

it.each(NOT_OURS)('does not take %s as ours', (instead, make) => {
  const base = openTempFolder()
  const folder = path.join(base, 'own')
  make(folder, base)
  expect([isOurFolder(folder), whatIsInstead(folder)]).toEqual([false, instead])
  expect(listOurs(folder, /./)).toEqual([])
  expect(() => makeOurFolder(folder)).toThrow(/EEXIST|ENOENT|ENOTDIR|not a folder of ours/)
})

const isRoot = process.getuid?.() === 0

it.runIf(isRoot)("does not take another user's folder as ours (only root can make one)", () => {
  const folder = path.join(openTempFolder(), 'theirs')
  mkdirSync(folder)
  chownSync(folder, 65_534, 65_534)
  expect([isOurFolder(folder), whatIsInstead(folder)]).toEqual([false, "another user's"])
})

it('appends to a file, and to nothing behind a link', () => {
  const folder = openTempFolder()
  const [file, link] = [path.join(folder, 'file'), path.join(folder, 'link')]
  for (const text of ['a\n', 'b\n']) appendPlainly(file, text)
  symlinkSync(file, link)
  expect(() => appendPlainly(link, 'c\n')).toThrow(/ELOOP/)
  expect(readFileSync(file, 'utf8')).toBe('a\nb\n')
})
