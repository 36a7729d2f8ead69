import { describe, expect, it } from 'vitest'
import { mapGivingWay } from './give-way.js'

/** Holds the thread, as a long piece of work does. */
function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('mapGivingWay', () => {
  it('maps every item in order', async () => {
    expect(await mapGivingWay([1, 2, 3], (n) => n * 2)).toEqual([2, 4, 6])
  })

  it('lets a timer fire while a long list is mapped', async () => {
    let fired = 0
    const timer = setInterval(() => (fired += 1), 1)
    await mapGivingWay(Array.from({ length: 20 }), () => hold(5))
    clearInterval(timer)
    expect(fired).toBeGreaterThan(3)
  })

  it('leaves nothing open behind an item that fails', async () => {
    let closed = false
    function* items() {
      try {
        yield 1
        yield 2
      } finally {
        closed = true
      }
    }
    const failing = mapGivingWay(items(), () => {
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(closed).toBe(true)
  })
})
