import { describe, expect, it } from 'vitest'
import type { Episode } from '../schema/episode.js'
import type { Recall } from '../schema/recall.js'
import { samples } from '../testing/store-contract/samples.js'
import { openMemoryStore } from '../store/memory.js'
import { readSessionLearning } from './session-learning.js'

const AT = '2030-01-01T00:00:00.000Z'
const sample = { id: 'e1', at: AT, sessionId: 's1', subject: 'key', state: 'resolved' }

const TRIED = { files: ['src/cart.ts'], symbols: [], commands: [] }
const RUN_AGAIN = { files: [], symbols: [], commands: [] }

const told = async (changed: Partial<Episode>) => {
  const store = await openMemoryStore()
  const record: Episode = { ...samples.episode.make(sample), attempts: 1, tried: [], ...changed }
  await store.add([{ kind: 'episode', record }])
  const { episodes } = await readSessionLearning(store, 's1')
  return episodes[0]!
}

describe('an episode in words', () => {
  it.each<{ name: string; changed: Partial<Episode>; ended: string }>([
    {
      name: 'what made it green',
      changed: {},
      ended: 'A change to `src/cart.ts` (2 lines at `total`) made it green.',
    },
    {
      name: 'a command that made it green, and how often it was tried',
      changed: {
        tried: [TRIED, TRIED, RUN_AGAIN],
        resolvedBy: { files: [], hunks: [], commands: ['npm install'], commit: null },
      },
      ended: '`npm install` made it green, after 3 attempts.',
    },
    { name: 'that it is red', changed: { state: 'open', resolvedBy: null }, ended: 'It is red.' },
    {
      name: 'that it stayed red',
      changed: { state: 'abandoned', resolvedBy: null, attempts: 3, tried: [TRIED, TRIED] },
      ended: 'It stayed red, after 2 attempts.',
    },
    {
      name: 'that it was not run again',
      changed: { state: 'abandoned', resolvedBy: null },
      ended: 'It was not run again.',
    },
    {
      name: 'that the check failed for something else',
      changed: {
        state: 'abandoned',
        resolvedBy: { files: [], hunks: [], commands: [], gone: true, commit: null },
      },
      ended: 'It was gone when the check failed for something else.',
    },
    {
      name: 'that its check was weakened',
      changed: { state: 'open', weakened: true, resolvedBy: null },
      ended: 'It became green with a weaker check, so it does not count as fixed.',
    },
  ])('says $name', async ({ changed, ended }) => {
    expect((await told(changed)).ended).toBe(ended)
  })

  it.each<{ name: string; changed: Partial<Episode>; red: string }>([
    {
      name: 'test and error',
      changed: {},
      red: 'cart > is empty: TypeError undefined is no function',
    },
    {
      name: 'no message that has lost its words',
      changed: { error: { ...samples.episode.make(sample).error!, message: '#.# == #' } },
      red: 'cart > is empty: TypeError',
    },
    {
      name: 'the file where no test has a name',
      changed: { tests: [] },
      red: 'src/cart.ts: TypeError undefined is no function',
    },
    {
      name: 'how many more tests',
      changed: { tests: ['a', 'b', 'c'], error: null },
      red: 'a and 2 more',
    },
    { name: 'nothing that was not said', changed: { tests: [], error: null }, red: '' },
  ])('names $name', async ({ changed, red }) => {
    expect((await told(changed)).red).toBe(red)
  })
})

it('tells each recall with what its item said, and null for one that is gone', async () => {
  const store = await openMemoryStore()
  const recall: Recall = {
    id: 'r1',
    sessionId: 's1',
    turn: 1,
    moment: 'prompt',
    item: { kind: 'memory', id: 'm1' },
    because: 'words',
    arm: 'shown',
    chars: 10,
    exposureId: null,
    at: AT,
  }
  const memory = { ...samples.memory.make({ ...sample, id: 'm1' }), text: 'We use pnpm.' }
  const gone: Recall = {
    ...recall,
    id: 'r2',
    item: { kind: 'lesson', id: 'gone' },
    arm: 'held_out',
  }
  await store.add([
    { kind: 'memory', record: memory },
    { kind: 'recall', record: recall },
    { kind: 'recall', record: gone },
    { kind: 'recall', record: { ...gone, id: 'r4', arm: 'shown', text: 'It was red once.' } },
    { kind: 'recall', record: { ...recall, id: 'r3', sessionId: 'other' } },
  ])
  const { recalls } = await readSessionLearning(store, 's1')
  expect(recalls).toMatchObject([
    { id: 'r1', text: 'We use pnpm.', occasion: 'at a prompt, about the same', outcome: null },
    { id: 'r2', text: null, arm: 'held_out' },
    { id: 'r4', text: 'It was red once.', arm: 'shown' },
  ])
})
