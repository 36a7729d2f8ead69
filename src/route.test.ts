import { describe, expect, it } from 'vitest'
import { EVENT_KINDS } from './guard/__fixtures__/events.js'
import { route } from './route.js'

describe('route', () => {
  it('captures every stop before anybody judges it', () => {
    expect(route('session-stopped')[0]?.name).toBe('run')
  })

  it.each(['permission-asked', 'permission-answered'] as const)(
    'only logs %s, which comes too often to cost anything',
    (kind) => {
      expect(route(kind)).toEqual([])
    },
  )

  it.each(EVENT_KINDS)('says of each moment what the moment says of itself: %s', async (kind) => {
    for (const { name, passive, load } of route(kind)) {
      expect(await load()).toMatchObject({ name, passive })
    }
  })

  it.each(EVENT_KINDS)('asks no moment twice, and those that only record first: %s', (kind) => {
    // The moment turn remembers what the others said, so it comes last.
    const moments = route(kind).filter(({ name }) => name !== 'turn')
    expect(
      route(kind)
        .slice(moments.length)
        .map(({ name }) => name),
    ).toEqual(route(kind).some(({ name }) => name === 'turn') ? ['turn'] : [])
    expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length)
    const passiveFirst = moments.toSorted((a, b) => Number(b.passive) - Number(a.passive))
    expect(moments).toEqual(passiveFirst)
  })
})
