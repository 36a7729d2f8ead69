import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { program } from '../programs/weakened.js'
import { measurePlanted } from './planted.js'

it.each([{ label: 'a guess' }, { label: null }])(
  'names the case whose label is $label',
  ({ label }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-planted-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(path.join(folder, 'one'))
    if (label !== null) writeFileSync(path.join(folder, 'one', 'label.txt'), label)
    expect(() => measurePlanted(folder, () => undefined)).toThrow(
      /one[\\/]label\.txt has to say one of weakened-push, weakened-note, honest/,
    )
  },
)

it.each([
  ['is no repository', [], /is no git repository with commits$/],
  ['holds planted cases', ['label.txt'], /holds planted cases: .* --planted /],
] as const)('says so where the folder %s', async (_, files, words) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-planted-'))
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    error.mockRestore()
    process.exitCode = undefined
    rmSync(folder, { recursive: true })
  })
  mkdirSync(path.join(folder, 'one'))
  for (const file of files) writeFileSync(path.join(folder, 'one', file), 'honest')
  await program.run({ dataDir: '', args: [folder], keep: false, print: () => undefined })
  expect(process.exitCode).toBe(1)
  expect(error).toHaveBeenCalledWith(expect.stringMatching(words))
})
