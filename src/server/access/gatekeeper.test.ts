import { expect, it } from 'vitest'
import { openGatekeeper } from './gatekeeper.js'
import type { Peer } from './gatekeeper.js'

const peer = (processes: string[] | null, agent: string | null = null): Peer => ({
  proof: null,
  agent,
  mayDecide: agent === null,
  processes: processes === null ? null : new Set(processes),
})

it.each<[string, Peer, Peer, boolean]>([
  ['the browser that opened the link', peer(['5', '2']), peer(['6', '2']), true],
  ['another program', peer(['5', '2']), peer(['7']), false],
  ['an unknown program, of a browser that is known', peer(['5', '2']), peer(null), false],
  ['a tunnel, of one that came through it', peer(null), peer(null), true],
  ['a program here, of one that came through a tunnel', peer(null), peer(['7']), false],
  ['an agent', peer(['5', '2']), peer(['6', '2'], 'codex'), false],
])('a session of a person, asked for by %s', (_title, opened, asks, isTaken) => {
  const keeper = openGatekeeper('secret', () => new Date(0))
  const bearer = keeper.redeem(keeper.newCode('the terminal pts/1'), opened)
  const decide = (): string => {
    try {
      return keeper.checkPerson(keeper.check(`Bearer ${bearer}`), asks).proof
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(decide()).toBe(isTaken ? 'the terminal pts/1' : 'needs-person')
})

const CUT_OFF: Peer = { ...peer(['9']), mayDecide: false }

it('a person’s link gives another program the token alone, and is there for the browser after', () => {
  const keeper = openGatekeeper('secret', () => new Date(0))
  const code = keeper.newCode('the terminal pts/1')
  expect([keeper.redeem(code, CUT_OFF), keeper.redeem(code, CUT_OFF)]).toEqual(['secret', 'secret'])
  expect(keeper.redeem(code, peer(['5']))).toMatch(/^secret\../)
  expect(() => keeper.redeem(code, peer(['5']))).toThrow('already used')
})

it('links that a machine asks for take none from a person', () => {
  const keeper = openGatekeeper('secret', () => new Date(0))
  const code = keeper.newCode('the terminal pts/1')
  const others = Array.from({ length: 30 }, () => keeper.newCode(null))
  expect(keeper.redeem(code, peer(['5']))).toMatch(/^secret\../)
  expect(() => keeper.redeem(others[0]!, peer(['5']))).toThrow('already used')
  expect(keeper.redeem(others[29]!, peer(['5']))).toBe('secret')
})
