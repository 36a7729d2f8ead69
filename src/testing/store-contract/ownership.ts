import assert from 'node:assert/strict'
import type { Ownership } from '../../schema/visibility.js'
import type { Store, StoreRow } from '../../store.js'
import { each, readAll } from './rows.js'
import type { Specify } from './specify.js'
import { recordKinds, sampleEvent, sampleState, sampleWrite } from './samples.js'

export function ownershipContract(specify: Specify): void {
  for (const kind of recordKinds) {
    specify(`keeps a ${kind} record private until a write shares it`, async (store) => {
      const write = sampleWrite(kind)
      const seen: unknown[] = []
      const put = async (visibility?: Ownership['visibility']) => {
        await store.add([{ ...write, ...(visibility === undefined ? {} : { visibility }) }])
        seen.push((await ownership(store, kind)).visibility ?? 'private')
      }
      await put()
      await put('shared')
      await put()
      await put('private')
      assert.deepEqual(seen, ['private', 'shared', 'shared', 'private'])
    })
  }

  specify('refuses a visibility that there is not, and writes nothing', async (store) => {
    const write = { ...sampleWrite('task'), visibility: 'public' }
    await assert.rejects(store.add([write as never]), { code: 'record-invalid' })
    assert.deepEqual(await readAll(store), [])
  })

  specify('keeps the author and the visibility of rows that it is filled with', async (store) => {
    const owned = { author: 'ada', visibility: 'shared' } as const
    const rows: StoreRow[] = [
      { kind: 'session', row: sampleState(), ...owned },
      ...recordKinds.map((kind) => ({ kind, row: sampleWrite(kind).record, ...owned }) as StoreRow),
    ]
    await store.importRows(each(rows))
    assert.deepEqual(await readAll(store), rows)
  })

  specify('leaves a session to its author when it is folded anew', async (store) => {
    const owned = { author: 'ada', visibility: 'shared' } as const
    const rows: StoreRow[] = [
      { kind: 'event', row: { id: 1, ...sampleEvent() } },
      { kind: 'session', row: sampleState({ turn: 7 }), ...owned },
    ]
    await store.importRows(each(rows))
    await store.rebuildSessions(() => sampleState())
    assert.deepEqual(await readAll(store), [
      rows[0],
      { kind: 'session', row: sampleState(), ...owned },
    ])
  })

  specify('leaves a row to its first author', async (store) => {
    const row = { kind: 'task', row: sampleWrite('task').record, author: 'ada' } as StoreRow
    await store.importRows(each([row]))
    await store.add([sampleWrite('task', { state: 'paused' })])
    assert.equal((await ownership(store, 'task')).author, 'ada')
  })
}

async function ownership(store: Store, kind: StoreRow['kind']): Promise<Partial<Ownership>> {
  const found = (await readAll(store)).find((row) => row.kind === kind)
  const { author, visibility } = found as Partial<Ownership>
  return {
    ...(author === undefined ? {} : { author }),
    ...(visibility === undefined ? {} : { visibility }),
  }
}
