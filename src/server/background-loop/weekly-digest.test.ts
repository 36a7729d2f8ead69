import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../store/memory.js'
import { openWorkspace } from '../../wiring/workspace.js'
import { writeWeeklyDigest } from './weekly-digest.js'

const WEDNESDAY = '2026-03-04T10:00:00.000Z'

async function open(settings: object) {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-digest-')))
  const store = await openMemoryStore()
  onTestFinished(async () => {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })
  const config = path.join(home, '.config', 'reflectory')
  const cwd = path.join(home, 'shop')
  for (const folder of [config, cwd]) mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(config, 'reflection.yaml'), JSON.stringify(settings))
  const now = new Date(WEDNESDAY)
  const { platform } = process
  const workspace = await openWorkspace({ cwd, env: {}, home, platform, now })
  return { home, write: (at: string) => writeWeeklyDigest(workspace, store, new Date(at)) }
}

it('writes one file a week, named by its Monday, as soon as a server runs in it', async () => {
  const { home, write } = await open({ serve: { digestDir: '~/digests' } })
  const file = path.join(home, 'digests', 'shop-2026-03-02.html')
  expect(await write(WEDNESDAY)).toBe(file)
  expect(readFileSync(file, 'utf8')).toContain('shop, 2026-02-26 to 2026-03-04')
  expect(await write('2026-03-08T23:59:00.000Z')).toBeNull()
  expect(await write('2026-03-09T00:00:10.000Z')).toContain('shop-2026-03-09.html')
  expect(readdirSync(path.join(home, 'digests'))).toHaveLength(2)
})

it('tries again after a failure, and after a server that was killed at it', async () => {
  const { home, write } = await open({ serve: { digestDir: '~/digests' } })
  writeFileSync(path.join(home, 'digests'), 'in the way')
  await expect(write(WEDNESDAY)).rejects.toThrow(/digests/)
  rmSync(path.join(home, 'digests'))
  expect(await write('2026-03-04T10:15:00.000Z')).not.toBeNull()
})

it('writes no days of this week under the name of one that failed', async () => {
  const { home, write } = await open({ serve: { digestDir: '~/digests' } })
  writeFileSync(path.join(home, 'digests'), 'in the way')
  await expect(write(WEDNESDAY)).rejects.toThrow(/digests/)
  rmSync(path.join(home, 'digests'))
  expect(await write('2026-03-10T10:00:00.000Z')).toContain('shop-2026-03-09.html')
  expect(readdirSync(path.join(home, 'digests'))).toEqual(['shop-2026-03-09.html'])
})

it('writes nothing where no folder is named', async () => {
  const { home, write } = await open({})
  expect(await write(WEDNESDAY)).toBeNull()
  expect(readdirSync(home).sort()).toEqual(['.config', 'shop'])
})
