import { beforeEach, describe, expect, it } from 'vitest'
import { makeReflectDeps } from '../__fixtures__/reflect-deps.js'
import { call, edit, human, play, says } from '../../read/__fixtures__/play.js'
import type { Line } from '../../read/__fixtures__/play.js'
import { failedCall } from '../../agents/finished-call.js'
import { claudeTools } from '../../agents/claude-code/tools.js'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import { reflect } from '../../reflect.js'
import type { ReflectDeps } from '../../reflect.js'
import type { Action } from '../../schema/action.js'
import type { AgentEventOf } from '../../schema/agent-event.js'
import { Config } from '../../schema/config.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'

const NOW = new Date('2026-03-01T10:00:00.000Z')
let store: Store
let ids: number
/** What the client's transcript has so far; none when it can't be read. */
let done: Line[] | null
let readings: number

beforeEach(async () => {
  store = await openMemoryStore()
  ids = 0
  done = [human('Make the tests pass')]
  readings = 0
})

const deps = (given: Partial<ReflectDeps> = {}): ReflectDeps =>
  makeReflectDeps({
    store,
    nextId: () => `id-${(ids += 1)}`,
    observe: async () => {
      readings += 1
      return play(...(done ?? []))
    },
    now: () => NOW,
    ...given,
  })

type Failed = AgentEventOf<'tool-finished'>

const failed = (command: string, error = 'Exit code 1\nred', fields: Partial<Failed> = {}) =>
  makeEvent('tool-finished', {
    id: `call-${(ids += 1)}`,
    at: NOW.toISOString(),
    tool: 'Bash',
    failed: true,
    call: failedCall({ tool: 'Bash', input: { command }, output: error }, claudeTools),
    ...fields,
  })

/** A call fails, and the transcript gets it behind the hook. */
async function fails(command: string, error?: string, given?: Partial<ReflectDeps>) {
  done?.push(call(command, '', { status: 'pending' }))
  const action = await reflect(failed(command, error), deps(given))
  done?.splice(-1, 1, call(command, error ?? 'Exit code 1\nred', { status: 'failed' }))
  return action
}

const kindOf = (action: Action): string => (action.kind === 'none' ? action.reason : action.kind)
const prompt = () =>
  reflect(makeEvent('prompt-submitted', { id: `p-${(ids += 1)}`, text: 'Go on' }), deps())

describe('a call that fails', () => {
  it('three times in a row is told as a fact, once in the turn, and counts as a push', async () => {
    const kinds: string[] = []
    for (let turn = 0; turn < 6; turn += 1) kinds.push(kindOf(await fails('npm test')))
    expect(kinds).toEqual([
      'no_loop',
      'no_loop',
      'context',
      'already_nudged',
      'already_nudged',
      'already_nudged',
    ])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1, turnEnd: 'open' })
    expect(await store.list('interaction')).toMatchObject([{ action: 'stall_loop' }])
    expect(readings).toBe(1)
  })

  it('says what failed, what came of it and what to do', async () => {
    await fails('npm test')
    await fails('npm test')
    expect(await fails('npm test')).toEqual({
      kind: 'context',
      text: 'The same call failed 3 times in a row: "npm test". Each time the result was: "Exit code 1 red". Look at why it fails before you run it again, or try another way.',
      metadata: expect.objectContaining({ by: 'reflectory', moment: 'stall', turn: '0' }),
    })
  })

  it('is no loop while its code is worked on, as long as what it says changes', async () => {
    const kinds: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      kinds.push(kindOf(await fails('npm test', `Exit code 1\ncase ${turn} is red`)))
      done?.push(edit(`src/${turn}.ts`))
    }
    expect(kinds).toEqual(kinds.map(() => 'no_loop'))
  })

  it('is a loop when the fourth run says the same, whatever was changed in between', async () => {
    const kinds: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      kinds.push(kindOf(await fails('npm test')))
      done?.push(edit(`src/${turn}.ts`))
    }
    expect(kinds).toEqual(['no_loop', 'no_loop', 'no_loop', 'context', 'already_nudged'])
  })

  it.each<{ name: string; written(round: number): Line[] }>([
    { name: 'has none of its calls yet', written: () => [] },
    {
      name: 'has the first of its calls, and no result',
      written: (round) => (round === 0 ? [] : [call('npm test', '', { status: 'pending' })]),
    },
    {
      name: 'has all of its calls, and no result',
      written: (round) =>
        Array.from({ length: round + 1 }, () => call('npm test', '', { status: 'pending' })),
    },
  ])('three times is told at the third, when the transcript $name', async ({ written }) => {
    const kinds: string[] = []
    for (let round = 0; round < 3; round += 1) {
      done = [human('Make the tests pass'), call('git status', 'clean'), ...written(round)]
      kinds.push(kindOf(await reflect(failed('npm test'), deps())))
    }
    expect(kinds).toEqual(['no_loop', 'no_loop', 'context'])
  })

  it('is no loop while the transcript lacks it and what it says changes', async () => {
    done = [human('Make the tests pass'), call('git status', 'clean')]
    for (let round = 0; round < 6; round += 1) {
      const error = `Exit code 1\ncase ${round} is red`
      expect(kindOf(await reflect(failed('npm test', error), deps()))).toBe('no_loop')
    }
  })

  it('counts once, whether the transcript has it or only the log', async () => {
    const red = () => call('npm test', 'Exit code 1\nred', { status: 'failed' })
    await reflect(failed('npm test'), deps())
    done?.push(red())
    await reflect(failed('npm test'), deps())
    done?.push(red(), call('git log', 'one'))
    await reflect(failed('npm run build'), deps())
    done?.push(call('git log', 'two'), call('npm test', '', { status: 'pending' }))
    expect(kindOf(await reflect(failed('npm test', 'Exit code 1\nother'), deps()))).toBe('no_loop')
  })

  it('is told at the third, when another call is logged while that one is looked at', async () => {
    await fails('npm test')
    await fails('npm test')
    let isLooking = true
    const reading = new Proxy(store, {
      get:
        (target, name: keyof Store) =>
        async (...args: never[]) => {
          if (name === 'readEvents' && isLooking) {
            isLooking = false
            await reflect(failed('npm run lint'), deps())
          }
          return (target[name] as (...args: never[]) => unknown).apply(target, args)
        },
    })
    done?.push(call('npm test', '', { status: 'pending' }))
    expect(kindOf(await reflect(failed('npm test'), deps({ store: reading })))).toBe('context')
  })

  it.each([
    { name: 'a polling loop', command: () => 'curl -sf http://localhost:3000/health' },
    { name: 'a wait for a run elsewhere', command: () => 'sleep 5; gh run view 7' },
    { name: 'other calls', command: (turn: number) => `npm test -- case-${turn}` },
  ])('is no loop in $name', async ({ command }) => {
    for (let turn = 0; turn < 10; turn += 1) {
      expect(kindOf(await fails(command(turn)))).toBe('no_loop')
    }
  })

  it('is no loop in a batch of edits of one file', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const input = { file_path: 'a.ts', old_string: `a${turn}`, new_string: 'b' }
      const told = failedCall({ tool: 'Edit', input, output: 'not found' }, claudeTools)
      const event = failed('', '', { tool: 'Edit', call: told })
      expect(kindOf(await reflect(event, deps()))).toBe('no_loop')
    }
  })

  it('back and forth with another that goes well is noticed at the third round', async () => {
    const kinds: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      done?.push(call('git status', 'clean'))
      kinds.push(kindOf(await fails('npm test')))
    }
    expect(kinds).toEqual(['no_loop', 'no_loop', 'context'])
  })

  it('begins anew with a human message', async () => {
    await fails('npm test')
    await fails('npm test')
    await prompt()
    done?.push(human('Go on'))
    expect([await fails('npm test'), await fails('npm test')].map(kindOf)).toEqual([
      'no_loop',
      'no_loop',
    ])
    expect(kindOf(await fails('npm test'))).toBe('context')
  })

  it('is judged by the log alone where there is no transcript: only if nothing ever changes', async () => {
    done = null
    const kinds: string[] = []
    for (const error of ['a', 'b', 'c', 'c', 'c'])
      kinds.push(kindOf(await fails('npm test', error)))
    expect(kinds).toEqual(['no_loop', 'no_loop', 'no_loop', 'no_loop', 'context'])
  })

  it("of a subagent is held against the subagent's own calls", async () => {
    const sub = (subagentId: string) => reflect(failed('npm test', 'red', { subagentId }), deps())
    const kinds: string[] = []
    for (const id of ['a', 'b', 'a', 'b', 'a']) kinds.push(kindOf(await sub(id)))
    expect(kinds).toEqual(['no_loop', 'no_loop', 'no_loop', 'no_loop', 'context'])
    expect(readings).toBe(0)
  })

  it('is told once when three fail at the same time', async () => {
    await fails('npm test')
    await fails('npm test')
    const events = [failed('npm test'), failed('npm test'), failed('npm test')]
    done = null
    const actions = await Promise.all(events.map((event) => reflect(event, deps())))
    expect(actions.map(kindOf).filter((kind) => kind === 'context')).toHaveLength(1)
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1 })
  })

  it.each<{ name: string; given: Partial<ReflectDeps>; reason: string }>([
    {
      name: 'the budget of pushes is used up',
      given: { config: Config.parse({ stop: { maxAttempts: 0 } }) },
      reason: 'capped',
    },
    { name: 'it only records', given: { mode: 'orchestrated' }, reason: 'orchestrated' },
    {
      name: 'the moment is off',
      given: { config: Config.parse({ stall: { enabled: false } }) },
      reason: 'stall_disabled',
    },
    { name: 'the project is paused', given: { paused: true }, reason: 'paused' },
    { name: 'the session is ours', given: { own: true }, reason: 'own_session' },
  ])('is not told when $name', async ({ given, reason }) => {
    await fails('npm test', undefined, given)
    await fails('npm test', undefined, given)
    expect(await fails('npm test', undefined, given)).toEqual({ kind: 'none', reason })
  })
})

describe('a stop behind a nudge in its turn', () => {
  const stop = () => reflect(makeEvent('session-stopped', { id: `stop-${(ids += 1)}` }), deps())
  const until = (times: number): Line[] => Array.from({ length: times }, () => red())
  const red = () => call('npm test', 'Exit code 1\nred', { status: 'failed' })

  it('is left alone when the loop went no further', async () => {
    for (let turn = 0; turn < 3; turn += 1) await fails('npm test')
    done?.push(says('I will look at the test now:'))
    const action = await stop()
    expect(action.kind === 'continue' && action.metadata['moment']).not.toBe('stall')
  })

  it('is told to end the loop when it went on', async () => {
    for (let turn = 0; turn < 3; turn += 1) await fails('npm test')
    done = [human('Make the tests pass'), ...until(6)]
    // What came after the nudge has a later time.
    const evidence = play(...done)
    const later = new Date(NOW.getTime() + 60_000).toISOString()
    for (const item of evidence.recent) item.at = later
    const action = await reflect(
      makeEvent('session-stopped', { id: 'stop' }),
      deps({ observe: async () => evidence }),
    )
    expect(action).toMatchObject({
      kind: 'continue',
      text: expect.stringContaining('the same as before the last nudge'),
    })
    expect(await store.readSession('s1')).toMatchObject({ attempts: 2 })
  })
})

it('leaves what is planned for the end of the turn where it is', async () => {
  const row = {
    id: 'compaction-look:s1',
    sessionId: 's1',
    kind: 'compaction-look',
    owner: 'resident-hook' as const,
    dueAt: '2026-03-01T09:59:00.000Z',
    expiresAt: '2026-03-01T11:00:00.000Z',
    payload: {},
  }
  await store.add([{ kind: 'due', record: row }])
  await fails('npm test')
  expect(await store.list('due')).toHaveLength(1)
})
