import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ModelRole } from '../schema/model-call.js'
import { ModelRole as ModelRoles } from '../schema/model-call.js'
import { TOKEN_SAMPLES } from '../safety/__fixtures__/token-samples.js'
import { openMemoryStore } from '../store/memory.js'
import type { Backend, Generation } from './backend.js'
import { backendAt, dumpStore, openTestModel, request } from './__fixtures__/open-test-model.js'
import { useWireServer } from './__fixtures__/wire-server.js'

const server = useWireServer()

const DEAD = 'http://127.0.0.1:1'
const NOON = Date.parse('2030-01-01T12:00:00.000Z')

describe('without a backend', () => {
  it('answers every role at once, and says so once a role', async () => {
    const { model, store } = await openTestModel({ roles: {} })
    const roles = ModelRoles.options
    for (const role of [...roles, ...roles]) {
      expect(await model.text(request({ role }))).toMatchObject({
        outcome: 'no_backend',
        failure: 'no_backend',
        reason: `no model is configured for ${role}`,
      })
    }
    const said = await store.list('model_call')
    expect(said.map(({ role, outcome }) => `${role} ${outcome}`).sort()).toEqual(
      roles.map((role) => `${role} no_backend`).sort(),
    )
  })

  it('says it once over many processes', async () => {
    const store = await openMemoryStore()
    const models = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        openTestModel({ roles: {} }, { store, nextId: () => `id-${index}` }),
      ),
    )
    await Promise.all(models.map(({ model }) => model.text(request())))
    expect(await store.list('model_call')).toHaveLength(1)
  })
})

const fourBackends = () =>
  Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [name, backendAt(server.url, 'openai', `of-${name}`)]),
  )

describe('roles', () => {
  it.each<{ role: ModelRole; roles: object; stop?: object; asked: string }>([
    { role: 'mutation', roles: { mutation: ['a'], default: ['d'] }, asked: 'a' },
    {
      role: 'mutation',
      roles: { reflection: ['b'], compaction: ['c'], default: ['d'] },
      asked: 'b',
    },
    { role: 'mutation', roles: { compaction: ['c'], default: ['d'] }, asked: 'c' },
    { role: 'reflection', roles: { compaction: ['c'], default: ['d'] }, asked: 'c' },
    { role: 'reflection', roles: { mutation: ['a'], default: ['d'] }, asked: 'd' },
    { role: 'sub_sessions', roles: { compaction: ['c'], default: ['d'] }, asked: 'd' },
    { role: 'stall', roles: { stall: [], default: ['d'] }, asked: '' },
    { role: 'stall', roles: { judge: ['a'] }, asked: '' },
  ])('$role with $roles asks "$asked"', async ({ role, roles, asked }) => {
    const { model } = await openTestModel({ backends: fourBackends(), roles })
    const reply = await model.text(request({ role }))
    expect(reply.call?.backend ?? '').toBe(asked)
  })
})

const lending = (generate: () => Promise<Generation>): Backend => ({
  name: 'lent',
  model: 'lent',
  isFast: false,
  generate,
})

describe('the pool', () => {
  it('asks the next backend when one fails', async () => {
    const { model, store } = await openTestModel({
      backends: {
        typo: backendAt(server.url, 'antropic' as 'anthropic'),
        dead: backendAt(DEAD, 'openai'),
        keyless: { ...backendAt(server.url, 'openai'), apiKeyEnv: 'NOT_SET' },
        good: backendAt(server.url, 'openai'),
      },
    })
    expect(await model.text(request())).toMatchObject({ outcome: 'ok', call: { backend: 'good' } })
    const lines = await store.list('model_call', { order: 'oldest' })
    expect(lines.map(({ backend, outcome, reason }) => [backend, outcome, reason])).toEqual([
      ['typo', 'failed', 'there is no provider antropic; did you mean anthropic?'],
      [
        'dead',
        'failed',
        expect.stringMatching(/^openai \(test-model\): .*(ECONNREFUSED|refused|bad port)/),
      ],
      ['keyless', 'failed', 'NOT_SET is not set'],
      ['good', 'ok', null],
    ])
  })

  it('passes a backend over after it failed, and asks it again later', async () => {
    let now = NOON
    const { model } = await openTestModel(
      {
        backends: {
          first: backendAt(server.url, 'anthropic'),
          second: backendAt(server.url, 'openai'),
        },
      },
      { now: () => new Date(now), retryWaitsMs: [] },
    )
    const who = async () => (await model.text(request())).call?.backend
    const limited = { status: 429, headers: { 'retry-after': '120' }, body: '{}' }
    server.turns = [limited, { say: 'ok' }]
    expect(await who()).toBe('second')
    expect(await who()).toBe('second')
    expect(server.requests.filter(({ path }) => path.startsWith('/anthropic'))).toHaveLength(1)
    now += 121_000
    expect(await who()).toBe('first')
  })

  it('remembers a broken backend over processes, and forgets it after an answer', async () => {
    let now = NOON
    const store = await openMemoryStore()
    const open = () =>
      openTestModel(
        { backends: { only: backendAt(server.url, 'openai') } },
        {
          store,
          now: () => new Date(now),
          retryWaitsMs: [],
          nextId: () => `id-${server.requests.length}-${now}`,
        },
      )
    const ask = async () => (await (await open()).model.text(request())).outcome
    server.turns = [{ status: 500, body: '{}' }]
    // The first failure may be chance; from the second on the backend is passed over, longer each time.
    expect([await ask(), await ask(), await ask()]).toEqual(['failed', 'failed', 'no_backend'])
    now += 30_001
    expect([await ask(), await ask()]).toEqual(['failed', 'no_backend'])
    now += 60_001
    server.turns = [{ say: 'ok' }]
    expect([await ask(), await ask()]).toEqual(['ok', 'ok'])
  })

  it('makes no call when no time is left', async () => {
    const { model } = await openTestModel({ backends: { only: backendAt(server.url, 'openai') } })
    expect(await model.text(request({ timeoutMs: 0 }))).toMatchObject({
      outcome: 'timeout',
      call: null,
    })
    expect(server.requests).toEqual([])
  })

  it('gives up when its caller does', async () => {
    server.turns = [{ hang: true }]
    const controller = new AbortController()
    const { model } = await openTestModel({
      backends: { first: backendAt(server.url, 'openai'), second: backendAt(server.url, 'openai') },
    })
    const asking = model.text(request({ signal: controller.signal }))
    controller.abort()
    expect(await asking).toMatchObject({ outcome: 'failed', failure: 'aborted' })
    expect(server.requests.length).toBeLessThan(2)
  })

  it('ends in time with a backend that ignores its signal, or throws', async () => {
    const models = {
      backends: { lent: { adapter: 'client' as const } },
      useClientModel: true,
    }
    const deaf = await openTestModel(models, { lent: lending(() => new Promise(() => undefined)) })
    expect(await deaf.model.text(request({ timeoutMs: 20 }))).toMatchObject({ outcome: 'timeout' })
    const thrower = await openTestModel(models, {
      lent: lending(() => Promise.reject(new Error('oops'))),
    })
    expect(await thrower.model.text(request())).toMatchObject({
      outcome: 'failed',
      failure: 'unavailable',
      reason: 'Error: oops',
    })
  })

  it('asks a backend that hangs three times, and then not for an hour', async () => {
    const models = { backends: { lent: { adapter: 'client' as const } }, useClientModel: true }
    let now = Date.parse('2030-01-01T12:00:00.000Z')
    const { model } = await openTestModel(models, {
      lent: lending(() => new Promise(() => undefined)),
      now: () => new Date((now += 120_000)),
    })
    const outcomes: string[] = []
    for (let asked = 0; asked < 5; asked += 1)
      outcomes.push((await model.text(request({ timeoutMs: 20 }))).outcome)
    expect(outcomes).toEqual(['timeout', 'timeout', 'timeout', 'no_backend', 'no_backend'])
  })

  it('uses a model that the client lends only after opt-in', async () => {
    const usage = { model: 'lent', inputTokens: 1, outputTokens: 1 }
    const lent = lending(async () => ({ ok: true, text: 'hi', usage }))
    const backends = { lent: { adapter: 'client' as const } }
    const ask = async (useClientModel: boolean) =>
      (await (await openTestModel({ backends, useClientModel }, { lent })).model.text(request()))
        .outcome
    expect([await ask(false), await ask(true)]).toEqual(['no_backend', 'ok'])
  })
})

const fastBackend = () => ({ fast: backendAt(server.url, 'anthropic', 'fast') })

describe('the fast model', () => {
  it('is the first preferred one that is offered, asked for every five minutes', async () => {
    let now = NOON
    server.models = ['claude-3-5-haiku-20241022', 'claude-haiku-4-20990101', 'claude-opus-9']
    const { model } = await openTestModel({ backends: fastBackend() }, { now: () => new Date(now) })
    const ask = async () => (await model.text(request({ role: 'stall' }))).call?.model
    const listings = () => server.requests.filter(({ method }) => method === 'GET').length
    expect([await ask(), await ask(), listings()]).toEqual([
      'claude-3-5-haiku-20241022',
      'claude-3-5-haiku-20241022',
      1,
    ])
    server.models = ['claude-haiku-4-20990101']
    now += 5 * 60_000
    expect([await ask(), listings()]).toEqual(['claude-haiku-4-20990101', 2])
  })

  it.each([
    { own: undefined, offered: ['claude-opus-9'], outcome: 'failed', model: 'fast' },
    { own: ['claude-opus-9'], offered: ['claude-opus-9'], outcome: 'ok', model: 'claude-opus-9' },
  ])('with the list $own of $offered is $model', async ({ own, offered, outcome, model: name }) => {
    server.models = offered
    const fastModels = own === undefined ? {} : { anthropic: own }
    const { model } = await openTestModel({ backends: fastBackend(), fastModels })
    const reply = await model.text(request())
    expect({ outcome: reply.outcome, model: reply.call?.model }).toEqual({ outcome, model: name })
  })

  it('of an address of one’s own is the first that it offers', async () => {
    server.models = ['llama-small', 'llama-big']
    const { model } = await openTestModel({
      backends: { own: backendAt(server.url, 'openai-compatible', 'fast') },
    })
    expect((await model.text(request())).call?.model).toBe('llama-small')
  })

  it.each([
    { fastForJudge: false, outcome: 'no_backend' },
    { fastForJudge: true, outcome: 'ok' },
  ])('judges with fastForJudge $fastForJudge: $outcome', async ({ fastForJudge, outcome }) => {
    server.models = ['claude-haiku-4-5']
    const { model } = await openTestModel({ backends: fastBackend(), fastForJudge })
    expect(await model.text(request({ role: 'judge' }))).toMatchObject({ outcome })
  })
})

const NOTE = {
  id: 'm',
  owner: 'o',
  ts: '2030-01-01T00:00:00.000Z',
  text: '',
  tags: [],
  kind: 'note',
  provenance: null,
}

/** Code that others wrote, from the packages that this one needs. */
function ordinaryLines(count: number): string[] {
  const root = path.resolve(import.meta.dirname, '../../node_modules')
  const files = ['typescript', 'commander', 'yaml', 'zod'].flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const lines: string[] = []
  for (const file of files.toReversed()) {
    if (lines.length >= count) break
    const text = readFileSync(file, 'utf8')
    lines.push(...text.split(/\r?\n/).filter((line) => line.trim() !== '' && line.length < 500))
  }
  return lines.slice(0, count)
}

describe('secrets', () => {
  it.each(TOKEN_SAMPLES.map((sample, index) => ({ ...sample, index })))(
    'of kind $kind ($index) reach neither the wire nor the store',
    async ({ text, secret }) => {
      server.turns = [{ say: `I saw ${text}` }]
      const { model, store } = await openTestModel({
        backends: { only: backendAt(server.url, 'openai') },
      })
      const reply = await model.text(request({ prompt: `The log says:\n${text}\nWhat now?` }))
      await store.add([
        {
          kind: 'memory',
          record: { ...NOTE, text: `noted ${text}` },
        },
      ])
      const wire = (JSON.parse(server.requests[0]!.body) as { messages: { content: string }[] })
        .messages
      const everything = JSON.stringify(wire) + JSON.stringify(reply) + (await dumpStore(store))
      expect(everything).toContain('[redacted:')
      for (const line of secret.split('\n').filter((part) => part.length > 12)) {
        expect(everything).not.toContain(line)
      }
    },
  )

  it('are suspected in fewer than one of a thousand lines of ordinary code', async () => {
    const lines = ordinaryLines(12_000)
    const huge = { timeMs: 1e9, tokens: 1e9, usd: 1e9 }
    const { model, store } = await openTestModel({
      backends: { only: backendAt(server.url, 'openai') },
      budget: { call: huge, session: huge, day: huge },
    })
    await model.text(request({ prompt: lines.join('\n') }))
    const body = JSON.parse(server.requests[0]!.body) as { messages: { content: string }[] }
    await store.add(
      lines.map((text, index) => ({
        kind: 'memory',
        record: { ...NOTE, id: `m-${String(index).padStart(6, '0')}`, text },
      })),
    )
    const stored: string[] = []
    await store.exportRows((row) => void (row.kind === 'memory' && stored.push(row.row.text)))
    const changed = (after: readonly string[]) =>
      lines.filter((line, index) => after[index] !== line).length / lines.length
    expect(changed(body.messages[0]!.content.split('\n'))).toBeLessThan(0.001)
    expect(changed(stored)).toBeLessThan(0.001)
  })

  it('have the shapes of at least 25 providers', () => {
    expect(new Set(TOKEN_SAMPLES.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25)
  })
})
