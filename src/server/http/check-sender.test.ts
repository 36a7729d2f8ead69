import { describe, expect, it } from 'vitest'
import { HttpError } from './problem-of.js'
import { checkSender, isWildcard, linkHost } from './check-sender.js'

const INTERFACES = ['127.0.0.1', '::1', 'fd00::7', '192.168.1.5']

function isAnswered(host: string, bound: string): boolean {
  try {
    checkSender({ host, origin: null, site: null }, bound, () => INTERFACES)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.problem.status === 403) return false
    throw error
  }
}

describe('a server on', () => {
  it.each([
    { bound: '0.0.0.0', host: '192.168.1.5:4747', fine: true },
    { bound: '0.0.0.0', host: 'localhost:4747', fine: true },
    { bound: '::', host: '[fd00::7]:4747', fine: true },
    { bound: '0.0.0.0', host: '192.168.1.6:4747', fine: false },
    { bound: '0.0.0.0', host: 'evil.example', fine: false },
    { bound: '0.0.0.0', host: '0.0.0.0:4747', fine: true },
    { bound: '192.168.1.5', host: '192.168.1.5:4747', fine: true },
    { bound: '192.168.1.5', host: '[fd00::7]:4747', fine: false },
    { bound: '127.0.0.1', host: '192.168.1.5:4747', fine: false },
  ])('$bound answers as $host: $fine', ({ bound, host, fine }) => {
    expect(isAnswered(host, bound)).toBe(fine)
  })

  it.each([
    { bound: '0.0.0.0', named: '192.168.1.5' },
    { bound: '::', named: '192.168.1.5' },
    { bound: '127.0.0.1', named: '127.0.0.1' },
    { bound: '::1', named: '[::1]' },
    { bound: 'box.local', named: 'box.local' },
  ])('$bound is linked to as $named', ({ bound, named }) => {
    expect(linkHost(bound, INTERFACES)).toBe(named)
  })

  it('every address of a machine without a network is linked to by loopback', () => {
    expect(linkHost('0.0.0.0', ['127.0.0.1', '::1'])).toBe('127.0.0.1')
  })
})

it.each(['0.0.0.0', '0', '::', '0:0::0', '::0'])('%s is every address', (host) => {
  expect(isWildcard(host)).toBe(true)
})

it.each(['127.0.0.1', '::1', '10.0.0.0', 'fd00::', ''])('"%s" is not', (host) => {
  expect(isWildcard(host)).toBe(false)
})
