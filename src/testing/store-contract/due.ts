import assert from 'node:assert/strict'
import type { RecordOf, RecordWrite } from '../../schema/records.js'
import type { Specify } from './specify.js'
import { instant, sampleWrite } from './samples.js'

type DueRow = RecordOf<'due'>

export function dueContract(specify: Specify): void {
  specify('hands over what is due, in that order, and only once', async (store) => {
    const rows = [due('b', { dueAt: instant(2) }), due('a', { dueAt: instant(1) }), due('c')]
    await store.add(rows.map(toWrite))
    const take = () => store.takeDue({ now: instant(3), owner: 'server' })
    assert.deepEqual(await take(), [rows[1], rows[2], rows[0]])
    assert.deepEqual(await take(), [])
    assert.deepEqual(await store.list('due'), [])
  })

  specify('leaves what is not due yet, or is for another owner or session', async (store) => {
    const rows = [
      due('later', { dueAt: instant(9) }),
      due('other-owner', { owner: 'resident-hook' }),
      due('other-session', { sessionId: 'session-b' }),
      due('wanted'),
    ]
    await store.add(rows.map(toWrite))
    const now = instant(1)
    const taken = await store.takeDue({ now, owner: 'server', sessionId: 'session-a' })
    assert.deepEqual(taken, [rows[3]])
    const left = (await store.list('due')).map(({ id }) => id).sort()
    assert.deepEqual(left, ['later', 'other-owner', 'other-session'])
  })

  specify('drops what has expired, and still fills the limit', async (store) => {
    const rows = [
      due('expired-1', { expiresAt: instant(2) }),
      due('expired-2', { expiresAt: instant(3) }),
      due('live-1', { dueAt: instant(2) }),
      due('live-2', { dueAt: instant(3) }),
    ]
    await store.add(rows.map(toWrite))
    const taken = await store.takeDue({ now: instant(3), owner: 'server', limit: 1 })
    assert.deepEqual(taken, [rows[2]])
    assert.deepEqual(await store.list('due'), [rows[3]])
  })

  specify('gives each row to one of several takers', async (store) => {
    const rows = Array.from({ length: 20 }, (_, n) => due(`row-${n}`))
    await store.add(rows.map(toWrite))
    const input = { now: instant(1), owner: 'server', limit: 6 }
    const taken = await Promise.all([1, 2, 3, 4, 5].map(() => store.takeDue(input)))
    assert.deepEqual(
      taken.map(({ length }) => length),
      [6, 6, 6, 2, 0],
    )
    const ids = taken.flat().map(({ id }) => id)
    assert.deepEqual(ids.sort(), rows.map(({ id }) => id).sort())
  })

  specify('logs every row that it takes away', async (store) => {
    await store.add([toWrite(due('live')), toWrite(due('expired', { expiresAt: instant(2) }))])
    await store.takeDue({ now: instant(5), owner: 'server' })
    const events = await store.readEvents({ after: 2 })
    assert.deepEqual(
      events.map(({ kind, at, sessionId, body }) => ({ kind, at, sessionId, body })),
      ['expired', 'live'].map((id) => ({
        kind: 'record.due',
        at: instant(5),
        sessionId: 'session-a',
        body: { id, removed: true },
      })),
    )
  })
}

function due(id: string, fields: Partial<DueRow> = {}): DueRow {
  return { ...(sampleWrite('due', { id, state: 'server' }).record as DueRow), ...fields }
}

const toWrite = (record: DueRow): RecordWrite => ({ kind: 'due', record })
