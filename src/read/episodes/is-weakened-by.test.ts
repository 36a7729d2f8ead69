import { expect, it } from 'vitest'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { isWeakenedBy } from './is-weakened-by.js'

const SKIPPED: WeakenedCheck = {
  kind: 'skipped',
  file: 'test/cart.test.ts',
  names: ['empty cart'],
  detail: 'it.skip was added',
  hash: 'h1',
  red: true,
  asked: false,
  disclosed: false,
  pushes: true,
}
const resolvedBy = (...files: string[]) => ({ files, hunks: [], commands: [], commit: null })
const EPISODE = { tests: ['cart › empty cart'], resolvedBy: resolvedBy('src/cart.ts') }

it.each([
  { name: 'its own test was skipped', weakened: [SKIPPED], episode: EPISODE, expected: true },
  {
    name: 'the edit that made it green weakened another name',
    weakened: [{ ...SKIPPED, names: ['suite'] }],
    episode: { tests: [], resolvedBy: resolvedBy('test/cart.test.ts') },
    expected: true,
  },
  {
    name: 'the test command was neutralised by that edit',
    weakened: [{ ...SKIPPED, kind: 'command' as const, file: 'package.json', names: ['test'] }],
    episode: { ...EPISODE, resolvedBy: resolvedBy('package.json') },
    expected: true,
  },
  {
    name: 'a human asked for it',
    weakened: [{ ...SKIPPED, asked: true }],
    episode: EPISODE,
    expected: false,
  },
  {
    name: 'it was not red',
    weakened: [{ ...SKIPPED, red: false }],
    episode: EPISODE,
    expected: false,
  },
  {
    name: 'another test was skipped elsewhere',
    weakened: [{ ...SKIPPED, file: 'test/pay.test.ts', names: ['pays'] }],
    episode: EPISODE,
    expected: false,
  },
  {
    name: 'fewer assertions alone',
    weakened: [{ ...SKIPPED, kind: 'assertions' as const }],
    episode: EPISODE,
    expected: false,
  },
  { name: 'nothing was weakened', weakened: [], episode: EPISODE, expected: false },
])('$name: $expected', ({ weakened, episode, expected }) => {
  expect(isWeakenedBy(weakened, episode)).toBe(expected)
})
