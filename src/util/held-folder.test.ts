import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { holdFolder } from './held-folder.js'
import { writeAtomic } from './write-atomic.js'

function openBase() {
  const base = mkdtempSync(path.join(tmpdir(), 'held-folder-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [own, theirs] = [path.join(base, 'own'), path.join(base, 'theirs')]
  for (const folder of [own, theirs]) mkdirSync(path.join(folder, 'runs'), { recursive: true })
  const exchange = () => {
    renameSync(own, path.join(base, 'moved'))
    symlinkSync(theirs, own)
  }
  return { base, own, theirs, exchange }
}

describe.skipIf(process.platform !== 'linux')('holdFolder', () => {
  it('leads to the same folder when a link has taken its place', async () => {
    const { base, own, theirs, exchange } = openBase()
    const held = holdFolder(base, path.join(own, 'runs'))!
    exchange()
    await writeAtomic(path.join(held.path, 'record'), 'x', { mode: 0o600, root: held.path })
    held.close()
    expect(readdirSync(path.join(theirs, 'runs'))).toEqual([])
    expect(readdirSync(path.join(base, 'moved', 'runs'))).toEqual(['record'])
  })

  it('refuses a link on the way, as writing below a root does', async () => {
    const { base, own, theirs, exchange } = openBase()
    exchange()
    const file = path.join(own, 'runs', 'record')
    await expect(writeAtomic(file, 'x', { mode: 0o600, root: base })).rejects.toMatchObject({
      code: 'EUNSAFE',
    })
    expect(readdirSync(path.join(theirs, 'runs'))).toEqual([])
  })
})
