import assert from 'node:assert/strict'
import { recordSchemas } from '../../schema/records.js'
import type { RecordKind, RecordWrite } from '../../schema/records.js'
import type { Store } from '../../store.js'
import type { OpenedStore, Specify } from './specify.js'
import { instant, recordKinds, sampleEvent, sampleState, sampleWrite } from './samples.js'

// Put together here, so that no scanner takes this file for a leak.
const secret = (n: number): string => `ghp_${`a1B2c3D4e${n}`.repeat(4).slice(0, 36)}`
const SECRET = secret(1)

export function secretContract(specify: Specify): void {
  for (const kind of recordKinds) {
    specify(`stores no secret from any field of a ${kind} record`, async (store, opened) => {
      const write = poison(sampleWrite(kind))
      assert.ok(JSON.stringify(write).split(SECRET).length > 3)
      await store.add([write])
      await assertClean(store, opened, kind)
      assert.equal((await store.list(kind)).length, 1)
      const { id, session_id } = write.record as { id?: string; session_id?: string }
      assert.notEqual(await store.get(kind, id ?? session_id ?? ''), null)
    })
  }

  specify('stores no secret from an event, its session or its key', async (store, opened) => {
    const event = sampleEvent({
      kind: `kind.${SECRET}`,
      sessionId: `session ${SECRET}`,
      key: `key ${SECRET}`,
      body: { text: SECRET, [SECRET]: [SECRET], nested: { command: `curl -H "X: ${SECRET}"` } },
    })
    await store.add([], [event, event])
    await assertClean(store, opened)
    assert.equal((await store.readEvents({ sessionId: `session ${SECRET}` })).length, 1)
  })

  specify('stores no secret from a session, and still finds it', async (store, opened) => {
    const sessionId = `session ${SECRET}`
    const state = sampleState({ sessionId, projectRoot: `/${SECRET}`, openRequests: [SECRET] })
    const put = () =>
      store.transact({ sessionId, key: SECRET }, (before, { seen }) => ({
        state,
        events: [sampleEvent({ sessionId, key: SECRET })],
        writes: [],
        result: { known: before !== null, seen },
      }))
    assert.deepEqual(await put(), { known: false, seen: false })
    assert.deepEqual(await put(), { known: true, seen: true })
    await assertClean(store, opened)
    const stored = await store.readSession(sessionId)
    assert.equal(stored?.sessionId, (await store.readEvents())[0]?.sessionId)
    assert.deepEqual(await store.readSession(stored?.sessionId ?? ''), stored)
  })

  specify('stores no secret from the cache', async (store, opened) => {
    await store.writeCache(`key ${SECRET}`, `value ${SECRET}`, instant(2))
    const value = await store.readCache(`key ${SECRET}`, instant(1))
    assert.match(value ?? '', /^value \[redacted:/)
    await assertClean(store, opened)
  })

  specify('stores no secret from what is removed', async (store, opened) => {
    await store.add([sampleWrite('task', { id: SECRET })])
    assert.equal(await store.remove('task', SECRET, instant(2)), true)
    await assertClean(store, opened)
  })

  specify('keeps ids apart that differ in their secret alone', async (store, opened) => {
    const ids = [secret(1), secret(2)]
    await store.add(ids.map((id) => sampleWrite('exposure', { id, sessionId: id, subject: id })))
    await store.add(
      [],
      ids.map((key) => sampleEvent({ key, sessionId: key })),
    )
    assert.equal((await store.list('exposure')).length, 2)
    for (const id of ids) {
      const [record] = await store.list('exposure', { sessionId: id, subject: id })
      assert.deepEqual(await store.get('exposure', id), record)
      assert.deepEqual(await store.get('exposure', record?.id ?? ''), record)
      assert.equal((await store.readEvents({ sessionId: id })).length, 2)
    }
    await assertClean(store, opened)
  })

  specify('keeps a secret out of the errors that it throws', async (store) => {
    const bad = { kind: 'task', record: { id: SECRET, [SECRET]: SECRET } }
    const error = await store.add([bad as never]).then(
      () => null,
      (error: Error) => error,
    )
    assert.ok(error !== null && !error.message.includes(SECRET))
  })
}

/** The write with the secret in every string that its contract leaves free. */
function poison(write: RecordWrite): RecordWrite {
  const isValid = (record: unknown) => recordSchemas[write.kind]().safeParse(record).success
  let { record } = write as { record: unknown }
  for (const path of stringPaths(record)) {
    const poisoned = setAt(record, path, SECRET)
    if (isValid(poisoned)) record = poisoned
  }
  return { kind: write.kind, record } as RecordWrite
}

function stringPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => stringPaths(item, [...path, key]))
}

function setAt(value: unknown, [key, ...rest]: string[], leaf: string): unknown {
  if (key === undefined) return leaf
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  copy[key] = setAt(copy[key], rest, leaf)
  return copy
}

async function assertClean(store: Store, opened: OpenedStore, kind?: RecordKind): Promise<void> {
  const readable = [
    await store.readEvents(),
    await store.listSessions(),
    kind === undefined ? [] : await store.list(kind),
  ]
  const everything = JSON.stringify(readable) + ((await opened.dump?.()) ?? '')
  assert.ok(!everything.includes(SECRET) && !everything.includes(SECRET.slice(4)))
}
