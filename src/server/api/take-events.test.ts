import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { wakeEvents } from '../../guard/wake.js'
import { addTask } from '../../host/tasks.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { IngestReport } from '../../schema/api/ingest.js'
import { pause } from '../../config/pause.js'
import type { Reducer, TransactInput } from '../../store.js'
import { openWorkspace } from '../../wiring/workspace.js'
import { reflectEvent } from '../reflect-event.js'
import { startBackgroundLoop } from '../background-loop.js'
import { shareRepository } from '../share-repository.js'
import { openTestServer } from '../__fixtures__/open-server.js'
import type { TestServer } from '../__fixtures__/open-server.js'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.stop())

async function send(...events: object[]): Promise<IngestReport> {
  const reply = await server.post('/api/v1/events', { events })
  expect(reply.status).toBe(200)
  return (await reply.json()) as IngestReport
}

const UNFINISHED = 'I updated the parser. Next, I will run the tests.'

const prompt = (sessionId: string, id: string, text = 'Please fix the cart.') => ({
  kind: 'prompt-submitted',
  sessionId,
  id,
  text,
})

describe('events over HTTP', () => {
  it('go through the guard in their order, and get their actions back', async () => {
    const report = await send(
      { kind: 'session-started', sessionId: 'a', id: 'a1' },
      prompt('a', 'a2'),
      { kind: 'tool-finished', sessionId: 'a', id: 'a3', tool: 'Bash' },
      { kind: 'session-stopped', sessionId: 'a', id: 'a4', lastMessage: UNFINISHED },
    )
    expect([report.accepted, report.duplicates, report.refused]).toEqual([4, 0, 0])
    expect(report.results.map(({ id }) => id)).toEqual(['a1', 'a2', 'a3', 'a4'])
    expect(report.results[3]?.action?.kind).toBe('continue')
    const state = await server.host.store.readSession('a')
    expect([state?.turn, state?.stops, state?.attempts]).toEqual([1, 1, 1])
  })

  it('that are sent again change nothing', async () => {
    const events = [prompt('b', 'b1'), prompt('b', 'b2')]
    await send(...events)
    const before = await server.host.store.count('event')
    const report = await send(...events)
    expect(report.results.map(({ status }) => status)).toEqual(['duplicate', 'duplicate'])
    expect(await server.host.store.count('event')).toBe(before)
    expect((await server.host.store.readSession('b'))?.turn).toBe(2)
  })

  it('may have the same id in another session', async () => {
    const report = await send(prompt('g', '1'), prompt('h', '1'), prompt('g', '1'))
    expect(report.results.map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'duplicate',
    ])
    expect((await server.host.store.readSession('h'))?.turn).toBe(1)
  })

  it('that do not fit are refused one by one, with the reason', async () => {
    const report = await send(
      { kind: 'nonsense', sessionId: 'c', id: 'c1' },
      prompt('c', 'c2'),
      { kind: 'prompt-submitted', sessionId: 'c', id: 'c3' },
      prompt('system:reflection:1', 'c4'),
      { ...prompt('c', 'c5'), extra: 1 },
    )
    expect(report.results.map(({ index, status }) => [index, status])).toEqual([
      [0, 'refused'],
      [1, 'accepted'],
      [2, 'refused'],
      [3, 'refused'],
      [4, 'refused'],
    ])
    expect(
      report.results.every(({ status, problem }) => (status === 'refused') === (problem !== null)),
    ).toBe(true)
  })

  it.each([null, 7, 'an event', [], true])(
    'that are no objects, such as %j, are refused alone and named by their place',
    async (bad) => {
      const session = `alone-${JSON.stringify(bad)}`
      const good = [prompt(session, '1'), prompt(session, '2')]
      const reply = await server.post('/api/v1/events', { events: [good[0], bad, good[1]] })
      expect(reply.status).toBe(200)
      const { accepted, refused, results } = (await reply.json()) as IngestReport
      expect([accepted, refused]).toEqual([2, 1])
      expect(results[1]).toEqual({
        index: 1,
        id: null,
        status: 'refused',
        action: null,
        problem: 'The payload is not a JSON object',
      })
      expect((await server.host.store.readSession(session))?.turn).toBe(2)
    },
  )

  it('name no path that is opened: the project is the server’s own', async () => {
    const file = path.join(server.base, 'secret.jsonl')
    writeFileSync(file, `${JSON.stringify({ kind: 'human', text: 'TOP SECRET' })}\n`)
    await send(prompt('d', 'd1'), {
      kind: 'session-stopped',
      sessionId: 'd',
      id: 'd2',
      cwd: '/etc',
      transcriptPath: file,
      lastMessage: 'Done.',
    })
    const session = await server.host.store.readSession('d')
    expect(session?.projectRoot).toBe(server.host.root)
    const events = await server.host.store.readEvents({ sessionId: 'd', limit: 1000 })
    expect(JSON.stringify(events)).not.toContain('secret.jsonl')
    const log = await server.host.store.list('interaction', { sessionId: 'd' })
    expect(JSON.stringify(log)).not.toContain('TOP SECRET')
    const stopped = events.find(({ kind }) => kind === 'agent.session-stopped')
    expect(stopped?.body).toMatchObject({
      cwd: null,
      transcriptPath: null,
      degraded: expect.stringContaining('not opened'),
    })
  })

  it('carry no secret into the store', async () => {
    const token = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    await send(prompt('e', 'e1', `the token is ${token}`))
    const [, event] = await server.host.store.readEvents({ sessionId: 'e' })
    expect(JSON.stringify(event)).not.toContain(token)
  })

  it('of a paused session are recorded and not judged, from the next batch on', async () => {
    await send(prompt('f', 'f1'))
    await pause(path.dirname(server.host.skills.dir), { session: 'f' }, new Date())
    const report = await send({
      kind: 'session-stopped',
      sessionId: 'f',
      id: 'f2',
      lastMessage: '',
    })
    expect(report.results[0]?.action).toEqual({ kind: 'none', reason: 'paused' })
  })
})

it('only records in the mode orchestrated', async () => {
  const quiet = await openTestServer({ config: { mode: 'orchestrated' } })
  try {
    const events = [
      prompt('a', 'a1'),
      { kind: 'session-stopped', sessionId: 'a', id: 'a2', lastMessage: UNFINISHED },
    ]
    const reply = await quiet.post('/api/v1/events', { events })
    const { results } = (await reply.json()) as IngestReport
    expect(results[1]?.action).toEqual({ kind: 'none', reason: 'orchestrated' })
    expect(await quiet.host.store.count('verdict')).toBe(1)
  } finally {
    await quiet.stop()
  }
})

it.each([
  { title: 'the mode is off', config: { mode: 'off' }, file: null },
  {
    title: 'the project is paused',
    config: {},
    file: '{"version":1,"pauses":[{"session":null,"until":null}]}',
  },
  { title: 'the pauses cannot be read', config: {}, file: '{' },
] as const)('stores nothing and says so when $title', async ({ config, file }) => {
  const quiet = await openTestServer({ config })
  try {
    const stateDir = path.dirname(quiet.host.skills.dir)
    if (file !== null) writeFileSync(path.join(stateDir, 'pause.json'), file)
    const events = [
      prompt('a', 'a1'),
      { kind: 'session-stopped', sessionId: 'a', id: 'a2', lastMessage: UNFINISHED },
    ]
    const reply = await quiet.post('/api/v1/events', { events })
    const action = { kind: 'none', reason: 'off' }
    expect(await reply.json()).toEqual({
      accepted: 0,
      duplicates: 0,
      refused: 0,
      failed: 0,
      off: 2,
      results: ['a1', 'a2'].map((id, index) => ({
        index,
        id,
        status: 'off',
        action,
        problem: null,
      })),
    })
    expect(await quiet.host.store.count('event')).toBe(0)
  } finally {
    await quiet.stop()
  }
})

it('is silent in a look of its own while the project is paused, and is done with the look', async () => {
  let nowMs = Date.now()
  const watched = await openTestServer({ now: () => new Date(nowMs) })
  try {
    const { host, post } = watched
    await post('/api/v1/events', { watched: true, events: [prompt('quiet', 'q1')] })
    await pause(path.dirname(host.skills.dir), {}, new Date(nowMs))
    nowMs += 10 * 60_000
    const terms = { now: host.now().toISOString(), owner: 'server', isBusy: () => false } as const
    const [event] = await wakeEvents({ ...terms, nextId: host.nextId }, host.store)
    const workspace = await openWorkspace({
      cwd: host.root,
      env: {},
      home: path.join(watched.base, 'home'),
      platform: process.platform,
      now: host.now(),
    })
    const deps = { host, workspace, env: {}, askRepository: shareRepository() }
    const action = await reflectEvent(event!, { isWatched: true, signal: host.signal }, deps)
    expect(action).toEqual({ kind: 'none', reason: 'paused' })
    expect(await host.store.count('due', { sessionId: 'quiet', state: 'server' })).toBe(0)
  } finally {
    await watched.stop()
  }
})

it('gives the other events of a batch their actions when one fails', async () => {
  const flawed = await openTestServer()
  try {
    const { store } = flawed.host
    const { transact } = store
    store.transact = async <R>(input: TransactInput, reducer: Reducer<R>): Promise<R> => {
      if (input.sessionId === 'broken') throw new Error('a disk of glass')
      return transact.call(store, input, reducer) as Promise<R>
    }
    const stop = { kind: 'session-stopped', lastMessage: UNFINISHED }
    const events = [
      prompt('broken', 'x1'),
      prompt('fine', 'f1'),
      { ...stop, sessionId: 'fine', id: 'f2' },
    ]
    const reply = await flawed.post('/api/v1/events', { events })
    const report = (await reply.json()) as IngestReport
    expect(report.results.map(({ status }) => status)).toEqual(['failed', 'accepted', 'accepted'])
    expect([report.failed, report.accepted]).toEqual([1, 2])
    expect(report.results[0]?.problem).not.toContain('glass')
    expect(flawed.logged.join('\n')).toContain('glass')
    const action = report.results[2]?.action
    expect(action?.kind).toBe('continue')

    const again = await flawed.post('/api/v1/events', { events: events.slice(1) })
    expect(((await again.json()) as IngestReport).results).toEqual([
      expect.objectContaining({ id: 'f1', status: 'duplicate' }),
      { index: 1, id: 'f2', status: 'duplicate', action, problem: null },
    ])
    expect((await store.readSession('fine'))?.attempts).toBe(1)
  } finally {
    await flawed.stop()
  }
})

describe('sessions whose sender follows the live feed', () => {
  it('have their silence looked at by the background loop, which leaves its own work alone', async () => {
    let nowMs = Date.now()
    const watched = await openTestServer({ now: () => new Date(nowMs) })
    try {
      const { host, post } = watched
      const schedule = { cron: '0 3 1 1 *', time_zone: 'UTC' }
      await addTask({ id: 't', ai_prompt: 'x', schedule, runner: 'builtin', timeout_ms: 1 }, host)
      await post('/api/v1/events', { events: [prompt('quiet', 'q0')] })
      expect(await host.store.count('due', { state: 'server' })).toBe(1)
      await post('/api/v1/events', { watched: true, events: [prompt('quiet', 'q1')] })
      expect(await host.store.count('due', { sessionId: 'quiet', state: 'server' })).toBe(1)

      nowMs += 5 * 60_000
      const woken: AgentEvent[] = []
      const loop = startBackgroundLoop({
        host,
        abort: () => undefined,
        watchDir: null,
        async wake(event) {
          woken.push(event)
          await host.store.remove('due', `stall-look:${event.sessionId}`, event.at)
        },
        log: () => undefined,
      })
      await loop.idle()
      await loop.stop()
      expect(woken.map(({ kind, sessionId }) => [kind, sessionId])).toEqual([
        ['session-idle-long', 'quiet'],
      ])
      expect(await host.store.count('due', { state: 'server' })).toBe(1)
    } finally {
      await watched.stop()
    }
  })

  it('get what is said in their silence as a line of the log', async () => {
    let nowMs = Date.now()
    const watched = await openTestServer({ now: () => new Date(nowMs) })
    try {
      const { host, post } = watched
      const workspace = await openWorkspace({
        cwd: host.root,
        env: {},
        home: path.join(watched.base, 'home'),
        platform: process.platform,
        now: host.now(),
      })
      await post('/api/v1/events', { watched: true, events: [prompt('quiet', 'q1')] })
      nowMs += 10 * 60_000
      const terms = { now: host.now().toISOString(), owner: 'server', isBusy: () => false } as const
      const [event] = await wakeEvents({ ...terms, nextId: host.nextId }, host.store)
      const deps = { host, workspace, env: {}, askRepository: shareRepository() }
      await reflectEvent(event!, { isWatched: true, signal: host.signal }, deps)
      const lines = await host.store.readEvents({ sessionId: 'quiet', order: 'newest', limit: 20 })
      expect(lines.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['agent.session-idle-long', 'guard.settled']),
      )
      expect(await host.store.count('due', { sessionId: 'quiet', state: 'server' })).toBe(0)
    } finally {
      await watched.stop()
    }
  })
})
