import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { readProjectInstructions } from './project-instructions.js'

const NOW = '2030-01-01T00:00:00.000Z'
const forgetful = { readCache: async () => null, writeCache: async () => undefined }
const read = (root: string) => readProjectInstructions(root, forgetful, NOW)

describe('the instructions of a project', () => {
  it('are the head of its first file that is a plain one', async () => {
    const root = openTempFolder()
    writeFileSync(path.join(root, 'CLAUDE.md'), 'x'.repeat(10_000))
    expect(await read(root)).toBe('x'.repeat(6000))
    writeFileSync(path.join(root, 'AGENTS.md'), 'Run the tests.')
    expect(await read(root)).toBe('Run the tests.')
  })

  it.each<[string, (file: string, root: string) => void]>([
    ['a link to a file outside', (file) => symlinkSync('/etc/hostname', file)],
    [
      'a link to a file inside',
      (file, root) => {
        writeFileSync(path.join(root, '.env'), 'inside')
        symlinkSync('.env', file)
      },
    ],
    ['a folder', (file) => mkdirSync(file)],
    ['a pipe without a writer', (file) => execFileSync('mkfifo', [file])],
  ])('are not %s', async (_title, make) => {
    const root = openTempFolder()
    make(path.join(root, 'AGENTS.md'), root)
    expect(await read(root)).toBe('')
    writeFileSync(path.join(root, 'CLAUDE.md'), 'The next one.')
    expect(await read(root)).toBe('The next one.')
  })
})
