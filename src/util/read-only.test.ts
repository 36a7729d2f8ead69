import { describe, expect, it } from 'vitest'
import { readOnly } from './read-only.js'

describe('readOnly', () => {
  it('shows plain data as it is, at any depth', () => {
    const data = { list: [{ a: 1 }], date: new Date(0), none: null }
    expect(readOnly(data)).toEqual(data)
    expect(readOnly(data).list.map(({ a }) => a)).toEqual([1])
    expect(Object.keys(readOnly(data))).toEqual(['list', 'date', 'none'])
    expect(JSON.stringify(readOnly(data))).toBe(JSON.stringify(data))
  })

  it('shows frozen data, and guards what is in it', () => {
    const data = Object.freeze({ inner: { a: 1 } })
    expect(readOnly(data)).toEqual(data)
    expect(() => (readOnly(data).inner.a = 2)).toThrow(TypeError)
    expect(data.inner.a).toBe(1)
  })

  it.each<[string, (view: { list: { a: number }[]; b?: number }) => unknown]>([
    ['setting', (view) => (view.list[0]!.a = 2)],
    ['adding', (view) => (view.b = 2)],
    ['deleting', (view) => delete view.b],
    ['pushing', (view) => view.list.push({ a: 2 })],
    ['defining', (view) => Object.defineProperty(view, 'b', { value: 1 })],
    ['giving another prototype', (view) => Object.setPrototypeOf(view, null)],
  ])('refuses %s', (_, change) => {
    const data = { list: [{ a: 1 }], b: 1 }
    expect(() => change(readOnly(data))).toThrow(TypeError)
    expect(data).toEqual({ list: [{ a: 1 }], b: 1 })
  })
})
