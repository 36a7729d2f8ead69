import { describe, expect, it } from 'vitest'
import { idName, timestampName } from './names-on-disk.js'

describe('idName', () => {
  it.each([
    { id: 'ses_01-A.b', name: 'ses_01-A.b' },
    { id: '../../etc/x', name: '_._.._etc_x-56da1a2e' },
    { id: '.hidden', name: '_hidden-16924190' },
    { id: '..', name: '_-5ec1f7e7' },
    { id: '', name: '_-e3b0c442' },
    { id: 'a b', name: 'a_b-c8687a08' },
    { id: 'a/b', name: 'a_b-c14cddc0' },
  ])('writes $id as $name', ({ id, name }) => {
    expect(idName(id)).toBe(name)
  })

  it('keeps long ids apart within 64 characters and a hash', () => {
    const one = idName(`${'x'.repeat(100)}1`)
    const two = idName(`${'x'.repeat(100)}2`)
    expect(one).not.toBe(two)
    expect(one).toMatch(/^x{64}-[0-9a-f]{8}$/)
  })
})

describe('timestampName', () => {
  it('has no character that a file name may not have', () => {
    expect(timestampName(new Date('2026-03-01T04:05:06.007Z'))).toBe('20260301T040506007Z')
  })
})
