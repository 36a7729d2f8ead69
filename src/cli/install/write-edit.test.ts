import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { PlannedEdit } from './planned-edit.js'
import { writeRemoval } from './write-edit.js'

it('removes the folders that were made for the file, and none that a forged receipt names', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'write-edit-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [own, theirs] = [path.join(home, '.client'), path.join(home, 'theirs')]
  for (const folder of [own, theirs]) mkdirSync(folder)
  const file = path.join(own, 'settings.json')
  writeFileSync(file, '{}')
  const receipt = {
    file,
    backup: null,
    folders: [own, theirs],
  }
  const edit = { file, target: file, before: '{}', after: null, receipt, exact: true }
  await writeRemoval(edit as unknown as PlannedEdit, path.join(home, 'data'))
  expect([own, theirs].map(existsSync)).toEqual([false, true])
})
