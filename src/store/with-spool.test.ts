import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { openMemoryStore } from './memory.js'
import { openSpoolStore } from './spool-store.js'
import { listSpooled } from './spooled-file.js'
import { withSpool } from './with-spool.js'

const NOTE = {
  kind: 'interaction' as const,
  record: {
    id: 'i1',
    action: 'note',
    session: 's1',
    input: '',
    output: '',
    timestamp: '2026-01-02T03:04:05.678Z',
  },
}

async function open(fault: { error: unknown }) {
  const store = await openMemoryStore()
  const dir = mkdtempSync(path.join(tmpdir(), 'reflect-with-spool-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const add: Store['add'] = async (...args) => {
    if (fault.error !== null) throw fault.error
    return store.add(...args)
  }
  const flaky = new Proxy(store, {
    get: (target, name) =>
      name === 'add' ? add : (Reflect.get(target, name) as () => unknown).bind(target),
  })
  const seen: unknown[] = []
  const spool = openSpoolStore(dir, () => '20260102T030405678Z')
  const both = withSpool(flaky, spool, (error) => seen.push(error))
  return { store, both, seen, spooled: () => listSpooled(dir).length }
}

it('uses the store while it works', async () => {
  const { store, both, spooled } = await open({ error: null })
  await both.add([NOTE])
  expect(await store.get('interaction', 'i1')).toEqual(NOTE.record)
  expect(await both.get('interaction', 'i1')).toEqual(NOTE.record)
  expect(spooled()).toBe(0)
})

it('turns to the spool at the first failure of the store, says so once, and stays there', async () => {
  const fault = { error: new ReflectError('store-full', 'no space left') as unknown }
  const { store, both, seen, spooled } = await open(fault)
  await both.add([NOTE])
  fault.error = null
  await both.add([NOTE])
  expect(seen).toHaveLength(1)
  expect(spooled()).toBe(2)
  expect(await both.get('interaction', 'i1')).toBeNull()
  expect(await store.get('interaction', 'i1')).toBeNull()
})

it('lets through what is no failure of the store', async () => {
  const { both, spooled } = await open({ error: new ReflectError('record-invalid', 'bad') })
  await expect(both.add([NOTE])).rejects.toMatchObject({ code: 'record-invalid' })
  expect(spooled()).toBe(0)
})

it('can be returned from an async function', async () => {
  const { both } = await open({ error: null })
  expect(await Promise.resolve(both)).toBe(both)
})
