import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readFileTool } from './read-file.js'

/** A folder with files, one outside of it, and links of every kind. */
function openFolder(): string {
  const base = mkdtempSync(path.join(tmpdir(), 'read-file-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = path.join(base, 'root')
  for (const folder of ['root/.git', 'root/docs', 'outside']) {
    mkdirSync(path.join(base, folder), { recursive: true })
  }
  writeFileSync(path.join(root, 'docs', 'plain.txt'), 'plain')
  writeFileSync(path.join(root, '.git', 'config'), 'secret')
  writeFileSync(path.join(base, 'outside', 'key.txt'), 'secret')
  symlinkSync(path.join(base, 'outside', 'key.txt'), path.join(root, 'linked-file'))
  symlinkSync(path.join(base, 'outside'), path.join(root, 'linked-folder'))
  symlinkSync('.git', path.join(root, 'linked-git'))
  symlinkSync('docs/plain.txt', path.join(root, 'linked-inside'))
  return root
}

it.each([
  { asked: 'docs/plain.txt', says: 'plain' },
  { asked: 'linked-inside', says: 'plain' },
  { asked: '../outside/key.txt', says: 'refused: the path leads outside the folder' },
  { asked: 'linked-file', says: 'refused: there is no such file in the folder' },
  { asked: 'linked-folder/key.txt', says: 'refused: there is no such file in the folder' },
  { asked: '.git/config', says: 'refused: that is not for reading' },
  { asked: 'linked-git/config', says: 'refused: that is not for reading' },
  { asked: 'docs', says: 'refused: there is no such file in the folder' },
])('read_file of $asked says: $says', async ({ asked, says }) => {
  const read: string[] = []
  const tool = readFileTool(openFolder(), (file) => void read.push(file))
  expect(await tool.call({ path: asked })).toBe(says)
  expect(read).toHaveLength(says === 'plain' ? 1 : 0)
})
