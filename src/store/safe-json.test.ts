import { describe, expect, it } from 'vitest'
import { safeId } from '../safety/safe-id.js'
import { safeJson } from './safe-json.js'

const secret = `ghp_${'a1B2'.repeat(9)}`
const other = `ghp_${'c3D4'.repeat(9)}`

describe('safeId', () => {
  it.each(['session-1', '', '0197f3a2-7c1e-7d0f-9a63-0a4f6b1c2d3e', 'ключ', 'a\0b'])(
    'leaves %j as it is',
    (id) => expect(safeId(id)).toBe(id),
  )

  it.each([secret, `key ${secret}`, `agent:${secret}`, `a ${secret} b ${other}`])(
    'takes the secret out and changes nothing the second time',
    (id) => {
      const safe = safeId(id)
      expect(safe).toMatch(/\[redacted:[a-z-]+\].*#[0-9a-f]{12}$/)
      expect(safe).not.toContain(secret)
      expect(safeId(safe)).toBe(safe)
    },
  )

  it('keeps two ids apart', () => {
    expect(safeId(secret)).not.toBe(safeId(other))
  })
})

describe('safeJson', () => {
  it('writes ids as safeId does, and redacts the rest', () => {
    const json = safeJson({ id: secret, list: [secret, `text ${secret}`], n: 1 }, [secret, null])
    expect(JSON.parse(json)).toEqual({
      id: safeId(secret),
      list: [safeId(secret), expect.stringMatching(/^text \[redacted:[a-z-]+\]$/)],
      n: 1,
    })
  })

  it('finds an id that JSON writes with escapes', () => {
    const id = `"$&\\ ${secret}`
    expect(JSON.parse(safeJson({ id }, [id]))).toEqual({ id: safeId(id) })
  })

  it.each([undefined, 1n, () => 1, Symbol('s'), cycle()])('refuses what is no JSON', (value) => {
    expect(() => safeJson(value, [])).toThrow(expect.objectContaining({ code: 'record-invalid' }))
  })
})

function cycle(): unknown {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}
