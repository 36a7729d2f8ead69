import { expect, it } from 'vitest'
import { publicUrl } from './server-address.js'

const read = (value?: string) => publicUrl({ env: { REFLECTION_PUBLIC_URL: value } })

it.each([
  [undefined, null],
  ['', null],
  ['https://team.example.org', 'https://team.example.org'],
  ['https://Team.example.org:8443/reflect/', 'https://team.example.org:8443/reflect'],
  ['http://localhost:4747/', 'http://localhost:4747'],
])('%j is an address of %j', (value, address) => {
  expect(read(value)).toBe(address)
})

it.each([
  'team.example.org',
  'ftp://team.example.org',
  'https://ada:secret@team.example.org',
  'https://team.example.org/#join=x',
  'https://team.example.org/?a=b',
])('%j is no address of a server', (value) => {
  expect(() => read(value)).toThrow('REFLECTION_PUBLIC_URL is no address of a server')
})

it('an address that others could listen to is refused', () => {
  expect(() => read('http://team.example.org')).toThrow('not encrypted')
})
