import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeReflectDeps } from './moments/__fixtures__/reflect-deps.js'
import { observe } from './read/observe.js'
import { findStartPoint } from './read/repository.js'
import { makeEvent } from './guard/__fixtures__/events.js'
import { foldSession } from './guard/fold-session.js'
import { agentEventKey } from './guard/guard-event.js'
import { nothing } from './moments/moment.js'
import type { Answer, Moment, MomentInput } from './moments/moment.js'
import { run } from './moments/run/run.js'
import { reflect } from './reflect.js'
import type { Decision, ReflectDeps } from './reflect.js'
import type { Action } from './schema/action.js'
import type { AgentEvent, AgentEventKind } from './schema/agent-event.js'
import { Config } from './schema/config.js'
import { ReflectError } from './schema/error.js'
import type { RecordOf } from './schema/records.js'
import type { Store } from './store.js'
import { openMemoryStore } from './store/memory.js'
import { openSpoolStore } from './store/spool-store.js'
import { drainSpool } from './store/spool.js'
import { withSpool } from './store/with-spool.js'
import { runGit } from './util/git.js'

const NOW = '2026-03-01T10:00:00.000Z'
const push: Action = { kind: 'continue', text: 'the test fails', metadata: {} }
const toast: Action = { kind: 'toast', level: 'success', text: 'Task complete' }

let root = ''
let store: Store
let clock: number
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'reflectory-reflect-'))
  store = await openMemoryStore()
  clock = Date.parse(NOW)
})
afterEach(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

describe('reflect', () => {
  it('captures a run from its start to its stop', async () => {
    await makeRepository()
    const deps = makeDeps()
    expect(await reflect(makeEvent('session-started'), deps)).toEqual(none('logged'))
    expect(await reflect(makeEvent('prompt-submitted'), deps)).toEqual(none('logged'))
    await writeFile(path.join(root, 'new.ts'), 'export const a = 1\n')
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none('captured'))

    const [row] = await store.list('run')
    expect(row?.record).toMatchObject({
      session_id: 's1',
      timestamp: NOW,
      files_changed: ['new.ts'],
    })
    const runs = path.join(root, '.reflection', 'runs')
    const [sidecar] = await readdir(runs)
    expect(JSON.parse(await readFile(path.join(runs, sidecar!), 'utf8'))).toEqual(row?.record)
    expect(await store.readSession('s1')).toMatchObject({
      projectRoot: root,
      startPoint: await findStartPoint(root),
      turn: 1,
      turnEnd: 'reflected',
      lease: null,
    })
    expect((await logged()).sort()).toEqual([
      'agent.prompt-submitted',
      'agent.session-started',
      'agent.session-stopped',
      'guard.leased',
      'guard.opened',
      'guard.settled',
      'guard.settled',
      'guard.settled',
      'record.due',
      'record.due',
      'record.interaction',
      'record.run',
      'record.verdict',
    ])
    expect(await store.rebuildSessions(foldSession)).toEqual({ sessions: 1, changed: 0 })
  })

  it('answers a second delivery with nothing and writes nothing', async () => {
    const deps = makeDeps({ moments: [judge(push)] })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(push)
    const before = await everything()
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none('duplicate'))
    expect(await everything()).toEqual(before)
  })

  it('only logs an event without moments, and looks at nothing for it', async () => {
    const deps = makeDeps({ observe: failing })
    expect(await reflect(makeEvent('tool-finished'), deps)).toEqual(none('logged'))
    expect(await logged()).toEqual(['guard.opened', 'agent.tool-finished'])
  })

  it('keeps what is not committed at the start of a session', async () => {
    const findUncommitted = async () => ['a.ts']
    await reflect(makeEvent('session-started'), makeDeps({ findUncommitted }))
    expect(await store.readSession('s1')).toMatchObject({ uncommitted: ['a.ts'] })
  })

  it('starts a session whose commit is unknown', async () => {
    await reflect(makeEvent('session-started'), makeDeps({ findStartPoint: failing }))
    expect(await store.readSession('s1')).toMatchObject({ projectRoot: root, startPoint: null })
  })

  it('leaves a turn open that a compaction interrupts', async () => {
    await reflect(makeEvent('session-compacted'), makeDeps())
    expect(await store.readSession('s1')).toMatchObject({ turnEnd: 'open', lease: null })
  })
})

describe('what fails', () => {
  it('captures without the facts when they can not be gathered', async () => {
    const action = await reflect(makeEvent('session-stopped'), makeDeps({ observe: failing }))
    expect(action).toEqual(none('captured'))
    const [row] = await store.list('run')
    expect(row?.degraded_reasons).toContain('the facts could not be gathered: out of order')
    expect(row?.record).toMatchObject({ files_changed: [], provenance: { degraded: true } })
  })

  it('captures into the store when the workspace can not be written', async () => {
    const outputDir = path.join(root, 'linked')
    await symlink(tmpdir(), outputDir)
    expect(await reflect(makeEvent('session-stopped'), makeDeps({ outputDir }))).toEqual(
      none('captured'),
    )
    const [row] = await store.list('run')
    expect(row?.record.provenance.degraded).toBe(true)
  })

  const broken: Moment = { name: 'broken', passive: false, reflect: failing }
  const brokenPassive: Moment = { ...broken, passive: true }
  const invalid = judge(push, { records: [{ kind: 'outcome', record: {} as RecordOf<'outcome'> }] })
  const stray = judge(push, {
    events: [makeEvent('attempt-failed', { id: 'stray', sessionId: 's2' })],
  })
  const malformed = judge(push, { events: [{ kind: 'unheard-of' } as unknown as AgentEvent] })
  it.each<{ name: string; moments: Moment[]; action: Action; turnEnd: string }>([
    { name: 'that throws', moments: [broken], action: failure('broken'), turnEnd: 'errored' },
    {
      name: 'with an invalid record',
      moments: [invalid],
      action: failure('judge'),
      turnEnd: 'errored',
    },
    {
      name: 'with an event of another session',
      moments: [stray],
      action: failure('judge'),
      turnEnd: 'errored',
    },
    {
      name: 'with an event that is none',
      moments: [malformed],
      action: failure('judge'),
      turnEnd: 'errored',
    },
    {
      name: 'that only records and throws, without a word to the agent',
      moments: [brokenPassive, judge(none('waits'), { end: 'waiting' })],
      action: none('captured'),
      turnEnd: 'waiting',
    },
    {
      name: 'beside one that pushes',
      moments: [broken, judge(push)],
      action: push,
      turnEnd: 'open',
    },
  ])('records a moment $name', async ({ moments, action, turnEnd }) => {
    const deps = makeDeps({ moments: [run, ...moments] })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(action)
    expect(await store.list('run')).toHaveLength(1)
    expect(await store.list('interaction')).toMatchObject([
      { action: 'moment_failed', session: 's1', input: moments[0]?.name, timestamp: NOW },
    ])
    expect(await store.readSession('s1')).toMatchObject({ turnEnd, lease: null })
  })

  it('sends nothing when it can not be recorded, and judges again after the lease', async () => {
    const full = new ReflectError('store-full', 'no space left')
    const deps = makeDeps({ moments: [run, judge(push)] })
    const breaking = { ...deps, store: breakSecondTransact(store, full) }
    await expect(reflect(makeEvent('session-stopped'), breaking)).rejects.toBe(full)
    expect(await store.list('run')).toEqual([])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0, lease: { fence: 1 } })

    clock += 29_999
    expect(await reflect(stop('e2'), deps)).toEqual(none('in_progress'))
    clock += 1
    expect(await reflect(stop('e3'), deps)).toEqual(push)
  })
})

describe('what goes out', () => {
  it('is recorded with everything else in the transaction that decides on it', async () => {
    const { calls, counted } = countCalls(store)
    const deps = makeDeps({ moments: [run, judge(push, { fingerprint: 'f' })] })
    expect(await reflect(makeEvent('session-stopped'), { ...deps, store: counted })).toEqual(push)
    expect(calls.filter((name) => name === 'transact' || name === 'add')).toEqual([
      'transact',
      'transact',
    ])
    expect(await store.readSession('s1')).toMatchObject({
      attempts: 1,
      turnEnd: 'open',
      pushes: { f: 1 },
    })
    const [settled] = await store.readEvents({ kinds: ['guard.settled'] })
    expect(settled?.body).toMatchObject({ eventId: 'session-stopped', held: true, action: push })
  })

  it.each<{ name: string; given: Partial<ReflectDeps>; reason: string; asked: boolean }>([
    { name: 'orchestrated', given: { mode: 'orchestrated' }, reason: 'orchestrated', asked: true },
    {
      name: 'its client is gone',
      given: { isGone: () => true },
      reason: 'undelivered',
      asked: true,
    },
    { name: 'in our own session', given: { own: true }, reason: 'own_session', asked: false },
    { name: 'paused', given: { paused: true }, reason: 'paused', asked: false },
    {
      name: 'without attempts',
      given: { config: Config.parse({ stop: { maxAttempts: 0 } }) },
      reason: 'capped',
      asked: false,
    },
  ])('is nothing when $name, and the run is recorded', async ({ given, reason, asked }) => {
    const asking = countAsked(judge(push))
    const deps = makeDeps({ moments: [run, asking.moment], ...given })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none(reason))
    expect(await store.list('run')).toHaveLength(1)
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0, lease: null })
    expect(asking.inputs.length > 0).toBe(asked)
  })

  it('is nothing on the word of a stand-in, and what would be recorded is spooled', async () => {
    const asking = countAsked(judge(push))
    const dir = path.join(root, 'spool')
    const deps = makeDeps({ moments: [run, asking.moment], store: openSpoolStore(dir, () => 'a') })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none('store_unavailable'))
    expect(asking.inputs).toEqual([])
    await drainSpool(store, dir, foldSession, 100)
    const [captured] = await store.list('run')
    expect(captured?.degraded_reasons).toContain('the store could not be written')
    expect(await store.readSession('s1')).toMatchObject({ stops: 1, attempts: 0, lease: null })
  })

  it('is nothing when the store fails while it was judged, and the lease is given back', async () => {
    const dir = path.join(root, 'spool')
    const failing = failAfter(store, 1)
    const spool = openSpoolStore(dir, () => 'a')
    const deps = makeDeps({
      moments: [run, judge(push)],
      store: withSpool(failing, spool, () => {}),
    })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none('store_unavailable'))
    expect(await store.list('run')).toEqual([])
    await drainSpool(store, dir, foldSession, 100)
    expect(await store.list('run')).toHaveLength(1)
    expect(await store.readSession('s1')).toMatchObject({ stops: 1, attempts: 0, lease: null })
  })

  it('never goes where the client can not be told to go on', async () => {
    const deps = makeDeps({ moments: [judge(push)] })
    const mute = { ...deps, capabilities: { ...deps.capabilities, canContinue: false } }
    expect(await reflect(makeEvent('session-stopped'), mute)).toEqual(none('no_channel'))
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0, turnEnd: 'reflected' })
  })

  it.each([
    [null, 16],
    [7, 7],
    [40, 16],
  ])(
    'goes with a client that allows %s at most %i times a turn',
    async (maxContinuations, most) => {
      const deps = makeDeps({ moments: [judge(push)] })
      const capped = { ...deps, capabilities: { ...deps.capabilities, maxContinuations } }
      const kinds: string[] = []
      for (let n = 1; n <= 20; n += 1) kinds.push((await reflect(stop(`e${n}`), capped)).kind)
      expect(kinds.filter((kind) => kind === 'continue')).toHaveLength(most)
      expect(kinds.slice(most)).not.toContain('continue')
    },
  )

  it('tells what each event came to and how long it took, where something listens', async () => {
    const told: Decision[] = []
    const deps = {
      ...makeDeps({ moments: [run, judge(push)] }),
      trace: (d: Decision) => void told.push(d),
    }
    await reflect(stop('e1'), deps)
    await reflect(stop('e1'), deps)
    expect(told).toEqual([
      {
        event: 'session-stopped',
        sessionId: 's1',
        action: 'continue',
        ms: expect.any(Number),
        moments: [
          { name: 'run', says: expect.stringMatching(/^none \(/), ms: expect.any(Number) },
          { name: 'judge', says: 'continue', ms: expect.any(Number) },
        ],
      },
      expect.objectContaining({ action: 'none (duplicate)', moments: [] }),
    ])
  })

  it('keeps within the smaller of two caps until a human speaks', async () => {
    const deps = makeDeps({ moments: [judge(push)] })
    const capped = { ...deps, capabilities: { ...deps.capabilities, maxContinuations: 1 } }
    expect(await reflect(stop('e1'), capped)).toEqual(push)
    await reflect(makeEvent('prompt-submitted', { id: 'p1', origin: 'ours' }), capped)
    expect(await reflect(stop('e2'), capped)).toMatchObject({ kind: 'toast', level: 'warning' })
    await reflect(makeEvent('prompt-submitted', { id: 'p2' }), capped)
    expect(await reflect(stop('e3'), capped)).toEqual(push)
  })

  it.each<{ kind: AgentEventKind; proposal: Action; reason: string; turnEnd: string }>([
    { kind: 'prompt-submitted', proposal: push, reason: 'superseded', turnEnd: 'open' },
    { kind: 'prompt-submitted', proposal: toast, reason: 'superseded', turnEnd: 'open' },
    { kind: 'session-aborted', proposal: push, reason: 'aborted', turnEnd: 'aborted' },
    { kind: 'session-aborted', proposal: toast, reason: 'aborted', turnEnd: 'aborted' },
    { kind: 'permission-asked', proposal: push, reason: 'waiting', turnEnd: 'waiting' },
  ])(
    'drops a $proposal.kind when $kind comes first',
    async ({ kind, proposal, reason, turnEnd }) => {
      const nudge = { kind: 'due' as const, record: dueRow({ id: 'planned' }) }
      const slow: Moment = {
        name: 'slow',
        passive: false,
        async reflect() {
          await reflect(makeEvent(kind), deps)
          return answer(proposal, { ifSent: [nudge] })
        },
      }
      const deps = makeDeps({ moments: [run, slow] })
      expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none(reason))
      expect(await store.list('run')).toHaveLength(1)
      expect(await store.list('due')).toEqual([])
      expect(await store.readSession('s1')).toMatchObject({ attempts: 0, turnEnd })
    },
  )
})

describe('a session of a client with a name', () => {
  const named = { agent: 'claude-code' }

  it.each<{ kind: AgentEventKind; agent: string }>([
    { kind: 'session-aborted', agent: 'generic' },
    { kind: 'permission-asked', agent: 'generic' },
    { kind: 'session-ended', agent: 'generic' },
    { kind: 'prompt-submitted', agent: 'generic' },
    { kind: 'session-aborted', agent: 'codex' },
  ])('is judged whatever a $kind of $agent says', async ({ kind, agent }) => {
    const deps = makeDeps({ moments: [run, judge(push)] })
    await reflect(makeEvent('session-started', named), deps)
    expect(await reflect(makeEvent(kind, { agent }), deps)).toEqual(none('foreign_client'))
    expect(await reflect(makeEvent('session-stopped', named), deps)).toEqual(push)
    expect(await store.readEvents({ kinds: [`agent.${kind}`] })).toEqual([])
  })

  it('goes over to its client where a program told of it first', async () => {
    const deps = makeDeps({ moments: [run, judge(push)] })
    await reflect(makeEvent('session-started'), deps)
    await reflect(makeEvent('prompt-submitted', named), deps)
    expect(await reflect(makeEvent('session-aborted'), deps)).toEqual(none('foreign_client'))
    expect(await store.readSession('s1')).toMatchObject({ agent: 'claude-code', turnEnd: 'open' })
  })
})

describe('what was planned', () => {
  it('is handed to the moments once, before they answer', async () => {
    await store.add([{ kind: 'due', record: dueRow() }])
    const asking = countAsked(judge(push))
    const deps = makeDeps({ moments: [asking.moment] })
    await reflect(stop('e1'), deps)
    await reflect(stop('e2'), deps)
    expect(asking.inputs.map((input) => input.due)).toEqual([[dueRow()], []])
    expect(await store.list('due')).toEqual([])
  })

  it.each<{ name: string; event: AgentEvent; left: number }>([
    { name: 'stays when only passive moments look', event: stop('e1'), left: 1 },
    { name: 'stays when no one looks', event: makeEvent('permission-asked'), left: 1 },
    { name: 'goes with a prompt', event: makeEvent('prompt-submitted'), left: 0 },
    { name: 'goes with a finished tool', event: makeEvent('tool-finished'), left: 0 },
  ])('$name', async ({ event, left }) => {
    await store.add([{ kind: 'due', record: dueRow() }])
    await reflect(event, makeDeps({ route: routeOf({ 'session-stopped': [run] }) }))
    expect(await store.list('due')).toHaveLength(left)
  })

  it('is one look per session, which every sign of life moves, where a watcher runs', async () => {
    const { capabilities } = makeDeps()
    const watched = { watcher: 'resident-hook' as const, moments: [run] }
    const promptable = { ...capabilities, canPromptIdle: true }
    await reflect(makeEvent('prompt-submitted', { id: 'p1' }), makeDeps({ moments: [run] }))
    await reflect(makeEvent('prompt-submitted', { id: 'p2' }), makeDeps(watched))
    expect(await store.list('due')).toEqual([])
    for (const event of [makeEvent('prompt-submitted', { id: 'p3' }), makeEvent('tool-finished')]) {
      await reflect(event, makeDeps({ ...watched, capabilities: promptable }))
    }
    const dueAt = new Date(clock + 120_000).toISOString()
    expect(await store.list('due')).toMatchObject([{ kind: 'stall-look', sessionId: 's1', dueAt }])
    await reflect(stop('e1'), makeDeps({ ...watched, capabilities: promptable }))
    expect(await store.list('due')).toMatchObject([
      { kind: 'stall-look', dueAt: new Date(clock + 30_000).toISOString() },
    ])
  })

  it('looks again at feedback that is not taken up, after the time that is set for it', async () => {
    const { capabilities } = makeDeps()
    const config = Config.parse({ stop: { nudgeAfterMs: 7000 } })
    const watched = { watcher: 'resident-hook' as const, config }
    const promptable = { ...capabilities, canPromptIdle: true }
    const deps = makeDeps({ ...watched, capabilities: promptable, moments: [judge(push)] })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(push)
    expect(await store.list('due', { kind: 'stall-look' })).toMatchObject([
      { dueAt: new Date(clock + 7000).toISOString() },
    ])
  })

  it('is not planned when another moment was louder', async () => {
    const nudge = { kind: 'due' as const, record: dueRow() }
    const quiet = judge(toast, { ifSent: [nudge] })
    await reflect(stop('e1'), makeDeps({ moments: [quiet, judge(push)] }))
    expect(await store.list('due')).toEqual([])
  })

  it('is planned with a push that goes out', async () => {
    const nudge = { kind: 'due' as const, record: dueRow() }
    await reflect(stop('e1'), makeDeps({ moments: [judge(push, { ifSent: [nudge] })] }))
    expect(await store.list('due')).toEqual([dueRow()])
  })
})

describe('what moments raise', () => {
  it('reaches the moments of its kind and is logged once', async () => {
    const raised = makeEvent('attempt-failed', { id: 'failed-1' })
    const lesson = countAsked(judge(toast))
    const routes = {
      'session-stopped': [judge(none('red'), { events: [raised] })],
      'attempt-failed': [lesson.moment],
    }
    const deps = makeDeps({ route: routeOf(routes) })
    expect(await reflect(stop('e1'), deps)).toEqual(toast)
    await reflect(stop('e2'), deps)
    expect(lesson.inputs.map(({ event }) => event)).toEqual([raised, raised])
    expect(await store.readEvents({ kinds: ['agent.attempt-failed'] })).toMatchObject([
      { key: agentEventKey(raised), body: raised },
    ])
    expect(await store.rebuildSessions(foldSession)).toEqual({ sessions: 1, changed: 0 })
  })

  it('counts for nothing when it is logged already', async () => {
    const prompt = makeEvent('prompt-submitted', { id: 'p1' })
    const deps = makeDeps({ moments: [judge(push, { events: [prompt] })] })
    await reflect(prompt, deps)
    expect(await reflect(stop('e1'), deps)).toEqual(push)
    expect(await store.readSession('s1')).toMatchObject({ turn: 1, attempts: 1 })
    expect(await store.rebuildSessions(foldSession)).toEqual({ sessions: 1, changed: 0 })
  })

  it('ends after three rounds', async () => {
    let rounds = 0
    const echo: Moment = {
      name: 'echo',
      passive: true,
      async reflect() {
        rounds += 1
        return answer(none('again'), {
          events: [makeEvent('attempt-failed', { id: `r${rounds}` })],
        })
      },
    }
    const deps = makeDeps({ route: () => [echo] })
    expect(await reflect(makeEvent('session-stopped'), deps)).toEqual(none('again'))
    expect(rounds).toBe(3)
    expect(await store.readEvents({ kinds: ['agent.attempt-failed'] })).toHaveLength(3)
  })

  it('is shown to passive moments alone when no judge may speak', async () => {
    const raised = makeEvent('attempt-failed', { id: 'failed-1' })
    const watching = { ...judge(none('seen'), { events: [raised] }), passive: true }
    const lesson = countAsked(judge(push))
    const routes = { 'session-stopped': [watching], 'attempt-failed': [lesson.moment] }
    const deps = makeDeps({ route: routeOf(routes), paused: true })
    expect(await reflect(stop('e1'), deps)).toEqual(none('paused'))
    expect(lesson.inputs).toEqual([])
  })
})

function makeDeps({
  moments,
  ...given
}: Partial<ReflectDeps> & { moments?: Moment[] } = {}): ReflectDeps {
  let ids = 0
  const signal = new AbortController().signal
  return makeReflectDeps({
    store,
    outputDir: path.join(root, '.reflection'),
    nextId: () => `id-${clock}-${(ids += 1)}`,
    signal,
    projectRoot: root,
    findStartPoint: () => findStartPoint(root),
    observe: (event, { projectRoot, startPoint }) =>
      observe({ event, projectRoot, startPoint, now: new Date(clock).toISOString(), signal }),
    now: () => new Date(clock),
    ...(moments === undefined ? {} : { route: routeOf({ 'session-stopped': moments }) }),
    ...given,
  })
}

/** A store whose database is taken away after some transactions. */
function failAfter(store: Store, transactions: number): Store {
  let left = transactions
  const transact: Store['transact'] = async (input, reducer) => {
    if (left === 0) throw new ReflectError('store-locked', 'database is locked')
    left -= 1
    return store.transact(input, reducer)
  }
  return new Proxy(store, {
    get: (target, name) =>
      name === 'transact' ? transact : (Reflect.get(target, name) as () => unknown).bind(target),
  })
}

const routeOf =
  (routes: Partial<Record<AgentEventKind, readonly Moment[]>>): NonNullable<ReflectDeps['route']> =>
  (kind) =>
    routes[kind] ?? []

const failure = (name: string): Action => ({
  kind: 'error',
  text: `Reflectory: the moment "${name}" failed.`,
})

const none = (reason: string): Action => ({ kind: 'none', reason })

const stop = (id: string): AgentEvent => makeEvent('session-stopped', { id })

async function failing(): Promise<never> {
  throw new Error('out of order')
}

const answer = (proposal: Action, fields: Partial<Answer> = {}): Answer => ({
  ...nothing(''),
  proposal,
  ...fields,
})

function judge(proposal: Action, fields: Partial<Answer> = {}): Moment {
  return { name: 'judge', passive: false, reflect: async () => answer(proposal, fields) }
}

function countAsked(moment: Moment): { moment: Moment; inputs: MomentInput[] } {
  const inputs: MomentInput[] = []
  return {
    inputs,
    moment: {
      ...moment,
      reflect: (input, ports) => {
        inputs.push(input)
        return moment.reflect(input, ports)
      },
    },
  }
}

function countCalls(inner: Store): { counted: Store; calls: string[] } {
  const calls: string[] = []
  const counted = new Proxy(inner, {
    get(target, name: keyof Store & string) {
      return (...given: unknown[]) => {
        calls.push(name)
        return (target[name] as (...given: unknown[]) => unknown).apply(target, given)
      }
    },
  })
  return { counted, calls }
}

function breakSecondTransact(inner: Store, error: Error): Store {
  let transacts = 0
  return new Proxy(inner, {
    get(target, name: keyof Store) {
      return (...given: unknown[]) => {
        if (name === 'transact' && (transacts += 1) === 2) return Promise.reject(error)
        return (target[name] as (...given: unknown[]) => unknown).apply(target, given)
      }
    },
  })
}

const dueRow = (fields: Partial<RecordOf<'due'>> = {}): RecordOf<'due'> => ({
  id: 'd1',
  sessionId: 's1',
  kind: 'nudge',
  owner: 'server',
  dueAt: NOW,
  expiresAt: '2026-03-01T11:00:00.000Z',
  payload: {},
  ...fields,
})

const logged = async () => (await store.readEvents()).map(({ kind }) => kind)

const everything = async () => ({
  events: await store.readEvents(),
  sessions: await store.listSessions(),
  runs: await store.list('run'),
  interactions: await store.list('interaction'),
})

async function makeRepository(): Promise<void> {
  await writeFile(path.join(root, 'old.ts'), 'export const b = 1\n')
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.test']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...identity, 'commit', '-q', '-m', 'first'],
  ]) {
    const done = await runGit(args, { cwd: root })
    if (!done.ok) throw new Error(done.stderr.toString())
  }
}
