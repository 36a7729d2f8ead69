import { expect, it } from 'vitest'
import { openGatekeeper } from './gatekeeper.js'
import type { Peer } from './gatekeeper.js'

const peer = (processes: string[] | null, agent: string | null = null): Peer => ({
  proof: null,
  agent,
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
