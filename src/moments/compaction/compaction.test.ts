import { beforeEach, describe, expect, it } from 'vitest'
import { makeReflectDeps, PROMPTABLE, PUSHABLE } from '../__fixtures__/reflect-deps.js'
import { call, edit, human, play, says, todos } from '../../read/__fixtures__/play.js'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import { wakeEvents } from '../../guard/wake.js'
import type { Model } from '../../model.js'
import { reflect } from '../../reflect.js'
import type { ReflectDeps } from '../../reflect.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { Config } from '../../schema/config.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { compaction } from './compaction.js'

const START = Date.parse('2026-03-01T10:00:00.000Z')
let store: Store
let clock: number
let ids: number

beforeEach(async () => {
  store = await openMemoryStore()
  clock = START
  ids = 0
})

const promptable = { capabilities: PROMPTABLE, watcher: 'resident-hook' as const }

function deps(evidence: Evidence, given: Partial<ReflectDeps> = {}): ReflectDeps {
  return makeReflectDeps({
    store,
    nextId: () => `id-${(ids += 1)}`,
    config: Config.parse({ stall: { enabled: false } }),
    observe: async () => evidence,
    now: () => new Date(clock),
    route: () => [compaction],
    ...given,
  })
}

const compacted = (): AgentEvent => makeEvent('session-compacted', { id: `c-${(ids += 1)}` })
const working = play(
  human('Move the parser to its own package'),
  todos(
    { text: 'create the package', state: 'completed' },
    { text: 'move the tests', state: 'in_progress' },
  ),
  edit('packages/parser/index.ts'),
  call('npm test', 'Tests  1 failed | 6 passed (7)', { status: 'failed' }),
  says('The package exists. Now I need to move the tests.'),
)
const THREAD = [
  '- Task: "Move the parser to its own package"',
  '- You ticked off: "create the package"',
  '- Open: "move the tests"',
  '- Failed last: "npm test: Tests 1 failed | 6 passed (7)"',
  '- You said last: "The package exists. Now I need to move the tests."',
  '- Files in hand: "packages/parser/index.ts"',
]

describe('where nothing was left', () => {
  const finished = play(
    human('Create src/vat.ts. Run the tests.'),
    edit('src/vat.ts'),
    call('npx vitest run', ' Test Files  1 passed (1)\n      Tests  7 passed (7)'),
    says('Created src/vat.ts. All 7 tests pass.'),
  )
  it.each([
    ['all', { kind: 'toast', level: 'success' }],
    ['problems', { kind: 'none', reason: 'complete' }],
  ] as const)('shows with toasts: %s %o', async (toasts, action) => {
    const config = Config.parse({ stall: { enabled: false }, stop: { toasts } })
    expect(
      await reflect(compacted(), deps(finished, { capabilities: PUSHABLE, config })),
    ).toMatchObject(action)
  })
})

describe('where context can be given at once', () => {
  it('restores the thread by rules', async () => {
    const action = await reflect(compacted(), deps(working))
    const text = action.kind === 'context' ? action.text : ''
    expect(text.split('\n')).toEqual([
      'The context was compressed. You were in the middle of this:',
      ...THREAD,
      'Go on with the next open point.',
    ])
    expect(await store.list('due')).toEqual([])
    expect(await store.list('interaction')).toMatchObject([{ action: 'compaction' }])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0 })
  })

  it.each([
    {
      name: 'names the pull request that has to be told',
      evidence: play(
        human('Finish PR #88'),
        call('git push', 'a..b  x -> x'),
        says('Pushed. I still need to add tests.'),
      ),
      expected: {
        kind: 'context',
        text: expect.stringContaining('Update PR #88 with `gh pr comment 88 --body "…"`'),
      },
    },
    {
      name: 'asks for the state where no task can be found',
      evidence: play(),
      expected: {
        kind: 'context',
        text: expect.stringContaining('say in a few lines what the task is'),
      },
    },
    {
      name: 'believes no words that nothing proves',
      evidence: play(
        human('Add a favicon'),
        edit('index.html'),
        says('The favicon is in place and loads.'),
      ),
      expected: {
        kind: 'context',
        text: expect.stringContaining('Task: "Add a favicon"') as string,
      },
    },
    {
      name: 'says nothing where the work is proven',
      evidence: play(
        human('Create src/vat.ts. Run the tests.'),
        edit('src/vat.ts'),
        call('npx vitest run', ' Test Files  1 passed (1)\n      Tests  7 passed (7)'),
        says('Created src/vat.ts. All 7 tests pass.'),
      ),
      expected: { kind: 'none', reason: 'complete' },
    },
  ])('$name', async ({ evidence, expected }) => {
    expect(await reflect(compacted(), deps(evidence))).toEqual(expected)
  })

  it.each<{ name: string; given: Partial<ReflectDeps>; reason: string }>([
    {
      name: 'the agent can not be reached',
      given: { capabilities: { ...PUSHABLE, takesContext: () => false } },
      reason: 'no_channel',
    },
    {
      name: 'the client could be prompted, but there is no watcher',
      given: { capabilities: promptable.capabilities },
      reason: 'no_channel',
    },
    {
      name: 'the moment is off',
      given: { config: Config.parse({ compaction: { enabled: false } }) },
      reason: 'compaction_disabled',
    },
  ])('says nothing when $name', async ({ given, reason }) => {
    expect(await reflect(compacted(), deps(working, given))).toEqual({ kind: 'none', reason })
  })

  const bare = play(human('Add a search box'), edit('index.html'), says('It has a placeholder.'))
  it.each([
    { name: 'where nothing shows an order', evidence: bare, asked: [5_000] },
    { name: 'not where a check is red', evidence: working, asked: [] },
  ])('asks a model $name, for as long as the client waits', async ({ evidence, asked }) => {
    const waits: (number | undefined)[] = []
    const value = { action: 'task_complete', confidence: 0.9, why: 'it is there' }
    const model = {
      text: () => Promise.reject(new Error('not asked for')),
      object: async ({ timeoutMs }: { timeoutMs?: number }) => {
        waits.push(timeoutMs)
        return { outcome: 'ok', value, call: { model: 'small' } }
      },
    } as unknown as Model
    const action = await reflect(compacted(), deps(evidence, { model }))
    expect({ kind: action.kind, waits }).toEqual({
      kind: asked.length > 0 ? 'none' : 'context',
      waits: asked,
    })
  })
})

describe('before a compaction', () => {
  it('hands over what must survive it', async () => {
    const action = await reflect(makeEvent('session-compacting'), deps(working))
    expect(action.kind === 'context' && action.text.split('\n').slice(0, 4)).toEqual([
      'Keep these facts of the session, they are needed to go on:',
      ...THREAD.slice(0, 3),
    ])
  })
})

const wake = async (busy: boolean, given: Partial<ReflectDeps> = {}) => {
  const now = new Date(clock).toISOString()
  const terms = {
    now,
    owner: 'resident-hook' as const,
    isBusy: () => busy,
    nextId: () => `w-${(ids += 1)}`,
  }
  const [event] = await wakeEvents(terms, store)
  return event === undefined ? null : reflect(event, deps(working, { ...promptable, ...given }))
}
const dueTimes = async () =>
  (await store.list('due')).map(({ dueAt }) => (Date.parse(dueAt) - START) / 1000)

describe('where the client can be prompted', () => {
  it('looks after three seconds and tells the agent when it is idle', async () => {
    expect(await reflect(compacted(), deps(working, promptable))).toEqual({
      kind: 'none',
      reason: 'look_planned',
    })
    expect(await dueTimes()).toEqual([3])
    clock += 2_999
    expect(await wake(false)).toBe(null)
    clock += 1
    expect(await wake(false)).toMatchObject({
      kind: 'continue',
      metadata: { by: 'reflectory', moment: 'compaction', action: 'continue_task' },
    })
    expect(await dueTimes()).toEqual([])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1 })
  })

  it('looks five times more while the agent is busy, and never interrupts it', async () => {
    await reflect(compacted(), deps(working, promptable))
    const looks: number[] = []
    for (let second = 0; second < 150; second += 1) {
      clock += 1_000
      const action = await wake(true)
      if (action === null) continue
      expect(action).toEqual({ kind: 'none', reason: 'busy' })
      looks.push((clock - START) / 1000)
    }
    expect(looks).toEqual([3, 18, 33, 48, 63, 78])
    expect(await dueTimes()).toEqual([])
  })

  it('keeps a look while tools run, and drops it when the human speaks', async () => {
    await reflect(compacted(), deps(working, promptable))
    const quietly = { ...promptable, route: () => [] }
    await reflect(makeEvent('tool-finished'), deps(working, quietly))
    expect(await dueTimes()).toEqual([3])
    await reflect(makeEvent('prompt-submitted'), deps(working, quietly))
    expect(await dueTimes()).toEqual([])
  })

  it('answers a look that is due when the agent stops', async () => {
    await reflect(compacted(), deps(working, promptable))
    clock += 4_000
    expect(await reflect(makeEvent('session-stopped'), deps(working, promptable))).toMatchObject({
      kind: 'continue',
    })
    const again = makeEvent('session-stopped', { id: 'again' })
    expect(await reflect(again, deps(working, promptable))).toEqual({
      kind: 'none',
      reason: 'no_look_due',
    })
  })
})
