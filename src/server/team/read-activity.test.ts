import { expect, it } from 'vitest'
import { openMemoryStore } from '../../store/memory.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { readActivity } from './read-activity.js'

const AT = '2030-01-01T00:00:00.000Z'

it('shows what is left of the rows after more than a page of them was deleted', async () => {
  const store = await openMemoryStore()
  const ids = Array.from({ length: 130 }, (_, n) => `ada-${n}`)
  for (const id of ids) await store.add([sampleWrite('episode', { id, state: 'resolved' })])
  for (const id of ids.slice(5)) await store.remove('episode', id, AT)
  const terms = { share: 'records', before: undefined } as const
  const { items, next } = await readActivity(store, (person) => person, terms)
  expect(items.map(({ member, kind }) => `${member} ${kind}`)).toEqual(
    Array.from({ length: 5 }, () => 'ada episode'),
  )
  expect(next).toBeNull()
  await store.close()
})
