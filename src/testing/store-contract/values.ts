import assert from 'node:assert/strict'
import type { RecordOf } from '../../schema/records.js'
import type { Specify } from './specify.js'
import { instant, sampleEvent, sampleState, sampleWrite } from './samples.js'

const TEXTS: Record<string, string> = {
  'other scripts': 'žluťoučký \u732b \u0915\u093f \u05e9\u05dc\u05d5\u05dd',
  'characters outside the basic plane': '👩‍👩‍👧 𝒳 🏳️‍🌈',
  'half a character': 'half \ud83d of one',
  'a NUL in the middle': 'before\0after',
  'quotes, slashes and line ends': `'"\`\\/\r\n\u2028\t`,
  SQL: `'); DROP TABLE events; --`,
  'a placeholder': '? ?1 :a @b $c %s',
  JSON: '{"a":[1,"b"]}',
  'nothing but blanks': '   ',
  'a megabyte': 'lorem ipsum '.repeat(87_382),
}

export function valueContract(specify: Specify): void {
  for (const [what, text] of Object.entries(TEXTS)) {
    specify(`gives back ${what} unchanged`, async (store, { reopen }) => {
      const record = { ...(sampleWrite('memory').record as RecordOf<'memory'>), text, tags: [text] }
      const event = sampleEvent({ body: { text } })
      await store.add([{ kind: 'memory', record }], [event])
      const again = (await reopen?.()) ?? store
      assert.deepEqual(await again.get('memory', 'id-1'), record)
      assert.deepEqual((await again.readEvents({ limit: 1 }))[0], { id: 1, ...event })
    })

    specify(`finds a record again whose id holds ${what}`, async (store) => {
      const id = text.slice(0, 200)
      const write = sampleWrite('exposure', { id, sessionId: id, subject: id })
      await store.add([write])
      assert.deepEqual(await store.get('exposure', id), write.record)
      assert.deepEqual(await store.list('exposure', { sessionId: id, subject: id }), [write.record])
      assert.equal(await store.remove('exposure', id, instant(2)), true)
    })
  }

  for (const number of [2 ** 31, 2 ** 31 + 5, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    specify(`keeps the whole number ${number}`, async (store) => {
      const state = sampleState({ stops: number, lastFence: number })
      await store.transact({ sessionId: 'session-a', key: null }, () => ({
        state,
        events: [sampleEvent({ body: number })],
        writes: [],
        result: null,
      }))
      assert.deepEqual(await store.readSession('session-a'), state)
      assert.equal((await store.readEvents())[0]?.body, number)
      assert.deepEqual(await store.readEvents({ after: number }), [])
    })
  }

  specify('keeps fractions, zero and negative numbers', async (store) => {
    const numbers = [0.1, 1e-9, -1, -0.5, 0, 1e300]
    await store.add([], [sampleEvent({ body: numbers })])
    assert.deepEqual((await store.readEvents())[0]?.body, numbers)
  })
}
