import { describe, expect, it } from 'vitest'
import { EVENT_KINDS } from './guard/__fixtures__/events.js'
import { run } from './moments/run/run.js'
import { route } from './route.js'

describe('route', () => {
  it('captures every stop before anybody judges it', () => {
    expect(route('session-stopped')[0]).toBe(run)
  })

  it.each(['tool-finished', 'permission-asked', 'permission-answered'] as const)(
    'only logs %s, which comes too often to cost anything',
    (kind) => {
      expect(route(kind)).toEqual([])
    },
  )

  it.each(EVENT_KINDS)('asks no moment twice, and the passive ones first: %s', (kind) => {
    const moments = route(kind)
    expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length)
    const passiveFirst = moments.toSorted((a, b) => Number(b.passive) - Number(a.passive))
    expect(moments).toEqual(passiveFirst)
  })
})
