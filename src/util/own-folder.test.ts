import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openOwnFolder } from './own-folder.js'

function openBase(): string {
  const base = mkdtempSync(path.join(tmpdir(), 'own-folder-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  return base
}

it('makes the folder and what is within, and keeps it out of git', async () => {
  const folder = path.join(openBase(), 'own')
  expect(await openOwnFolder(folder, 'runs')).toBeNull()
  expect(existsSync(path.join(folder, 'runs'))).toBe(true)
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n')
})

it("leaves the user's own .gitignore alone", async () => {
  const folder = path.join(openBase(), 'own')
  mkdirSync(folder)
  writeFileSync(path.join(folder, '.gitignore'), 'runs\n')
  expect(await openOwnFolder(folder)).toBeNull()
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('runs\n')
})

it.each(['own', 'own/runs'])(
  'refuses when %s is a link, and writes nothing behind it',
  async (link) => {
    const base = openBase()
    const [folder, elsewhere] = [path.join(base, 'own'), path.join(base, 'elsewhere')]
    mkdirSync(elsewhere)
    if (link !== 'own') mkdirSync(folder)
    symlinkSync(elsewhere, path.join(base, link))
    expect(await openOwnFolder(folder, 'runs')).toBe(path.basename(link))
    expect(existsSync(path.join(elsewhere, '.gitignore'))).toBe(false)
  },
)

it('refuses a file in the place of the folder', async () => {
  const base = openBase()
  writeFileSync(path.join(base, 'own'), '')
  expect(await openOwnFolder(path.join(base, 'own'))).toBe('own')
})
