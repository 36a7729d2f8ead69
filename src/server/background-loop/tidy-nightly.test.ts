import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { tidyNightly } from './tidy-nightly.js'

const event = (at: string) => ({ kind: 'x', at, sessionId: null, key: null, body: {} })

const OLD = '2026-01-01T00:00:00.000Z'
const NIGHT = new Date('2026-06-01T03:00:00.000Z')
const { signal } = new AbortController()

/** A project with more that is too old than is deleted at once. */
async function openOld(): Promise<{ workspace: Workspace; store: Store }> {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-nightly-')))
  const store = await openMemoryStore()
  onTestFinished(async () => {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })
  const { platform } = process
  const workspace = await openWorkspace({ cwd: home, env: {}, home, platform, now: NIGHT })
  const old = Array.from({ length: 1200 }, () => event(OLD))
  await store.add([], [...old, event('2026-05-31T00:00:00.000Z')])
  return { workspace, store }
}

it('deletes all that is too old, once a day, and keeps the rest', async () => {
  const { workspace, store } = await openOld()
  const tidy = (at: string) => tidyNightly(workspace, store, { now: new Date(at), signal })
  expect(await tidy('2026-06-01T03:00:00.000Z')).toBe('tidied')
  expect(await store.count('event')).toBe(1)
  await store.add([], [event(OLD)])
  expect(await tidy('2026-06-01T23:59:00.000Z')).toBe('tidied-before')
  expect(await store.count('event')).toBe(2)
  expect(await tidy('2026-06-02T00:01:00.000Z')).toBe('tidied')
  expect(await store.count('event')).toBe(1)
})

it('is made up for on the same day when it failed', async () => {
  const { workspace, store } = await openOld()
  const { expire } = store
  store.expire = () => Promise.reject(new Error('no'))
  const terms = { now: NIGHT, signal }
  await expect(tidyNightly(workspace, store, terms)).rejects.toThrow('no')
  store.expire = expire.bind(store)
  expect(await tidyNightly(workspace, store, terms)).toBe('tidied')
  expect(await store.count('event')).toBe(1)
})

it('stops between two pieces when it is told to, and is made up for', async () => {
  const { workspace, store } = await openOld()
  const controller = new AbortController()
  const { expire } = store
  store.expire = (...args) => {
    controller.abort()
    return expire.apply(store, args)
  }
  const told = { now: NIGHT, signal: controller.signal }
  expect(await tidyNightly(workspace, store, told)).toBe('given-up')
  expect(await store.count('event')).toBe(701)
  expect(await tidyNightly(workspace, store, { now: NIGHT, signal })).toBe('tidied')
})

it('leaves it to another server that is at it, until that one must be dead', async () => {
  const { workspace, store } = await openOld()
  const at = NIGHT.toISOString()
  const expiresAt = '2026-06-01T03:10:00.000Z'
  await store.claimCache('retention:night', at, { now: at, expiresAt })
  expect(await tidyNightly(workspace, store, { now: NIGHT, signal })).toBe('elsewhere')
  const later = new Date('2026-06-01T03:11:00.000Z')
  expect(await tidyNightly(workspace, store, { now: later, signal })).toBe('tidied')
})
