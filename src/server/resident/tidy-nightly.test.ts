import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../store/memory.js'
import { openWorkspace } from '../../workspace.js'
import { tidyNightly } from './tidy-nightly.js'

const event = (at: string) => ({ kind: 'x', at, sessionId: null, key: null, body: {} })

it('deletes all that is too old, once a day, and keeps the rest', async () => {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-nightly-')))
  const store = await openMemoryStore()
  onTestFinished(async () => {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })
  const now = new Date('2026-06-01T03:00:00.000Z')
  const workspace = await openWorkspace({
    cwd: home,
    env: {},
    home,
    platform: process.platform,
    now,
  })
  const old = Array.from({ length: 1200 }, () => event('2026-01-01T00:00:00.000Z'))
  await store.add([], [...old, event('2026-05-31T00:00:00.000Z')])
  expect(await tidyNightly(workspace, store, now)).toBe(true)
  expect(await store.count('event')).toBe(1)
  await store.add([], [event('2026-01-01T00:00:00.000Z')])
  expect(await tidyNightly(workspace, store, new Date('2026-06-01T23:59:00.000Z'))).toBe(false)
  expect(await store.count('event')).toBe(2)
  expect(await tidyNightly(workspace, store, new Date('2026-06-02T00:01:00.000Z'))).toBe(true)
  expect(await store.count('event')).toBe(1)
})
