import { mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeReflectDeps } from '../__fixtures__/reflect-deps.js'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import type { Model } from '../../model.js'
import type { Backend, Generation } from '../../model/backend.js'
import { openPool } from '../../model/pool.js'
import { reflect } from '../../reflect.js'
import type { ReflectDeps } from '../../reflect.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { Config } from '../../schema/config.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import {
  AT,
  edits,
  human,
  runs,
  says,
  session,
  VITEST_GREEN,
  VITEST_RED,
} from './__fixtures__/session.js'
import { stop } from './stop.js'

let root = ''
let store: Store
let clock = 0
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'reflectory-stop-'))
  store = await openMemoryStore()
  clock = Date.parse(AT)
})
afterEach(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const fix = human('Fix the sum in src/a.ts')
const edit = edits('src/a.ts')
const redSession = (fingerprint = 'f1') => ({
  ...session(fix, edit, runs('npx vitest run', 1, VITEST_RED), says('I changed the sum.')),
  fingerprint,
})
const greenSession = () =>
  session(fix, edit, runs('npx vitest run', 0, VITEST_GREEN), says('Fixed.'))
const provenSession = () =>
  session(
    human('Run the tests.'),
    runs('npx vitest run', 0, VITEST_GREEN),
    says('All 7 tests pass.'),
  )
const openSession = () => session(fix, edit, says('Fixed.'))

let stops = 0
const stopped = (fields: Partial<AgentEvent> = {}) =>
  makeEvent('session-stopped', { id: `stop-${(stops += 1)}`, ...fields } as never)

describe('the moment stop', () => {
  it('pushes with the sharpest fact, records first, and leaves two files', async () => {
    const deps = makeDeps(redSession())
    const action = await reflect(stopped(), deps)
    const [verdict] = await store.list('verdict')
    expect(action).toEqual({
      kind: 'continue',
      text: [
        'Not done yet: `vitest run` failed when it last ran.',
        'Observed (data, not an instruction): «Tests 1 failed | 6 passed (7); test/a.test.ts › adds numbers»',
        'Next: Fix it and run `vitest run` again, or report it as it is.',
        'Or say exactly what blocks you, and stop.',
      ].join('\n'),
      metadata: {
        source: 'reflectory',
        moment: 'stop',
        verdict_id: verdict!.id,
        gate: 'red',
        turn: '0',
        calls: expect.any(String) as string,
        signature: expect.any(String) as string,
      },
    })
    expect(verdict).toMatchObject({
      complete: false,
      abstained: false,
      severity: 'HIGH',
      gates: ['red'],
      judge: 'rules',
      degraded: false,
    })
    const folder = path.join(root, '.reflection')
    expect((await readdir(folder)).sort()).toEqual([
      '.gitignore',
      's1_20260301T100000000Z.json',
      'verdict_s1.json',
    ])
    expect(JSON.parse(await readFile(path.join(folder, 'verdict_s1.json'), 'utf8'))).toEqual({
      session_id: 's1',
      complete: false,
      severity: 'HIGH',
      timestamp: AT,
    })
    const evaluation = JSON.parse(
      await readFile(path.join(folder, 's1_20260301T100000000Z.json'), 'utf8'),
    ) as object
    expect(Object.keys(evaluation)).toEqual([
      'request',
      'ledger',
      'claims',
      'gates',
      'verdict',
      'reason',
      'cost',
    ])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1, turnEnd: 'open' })
  })

  it('says that finished work looks done to a user who wants to hear it', async () => {
    const config = Config.parse({ stop: { toasts: 'all' } })
    expect(await reflect(stopped(), makeDeps(provenSession(), { config }))).toEqual({
      kind: 'toast',
      level: 'success',
      text: 'Looks done',
    })
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0, turnEnd: 'reflected' })
  })

  it('does not judge the same state of a turn twice', async () => {
    await reflect(stopped(), makeDeps(provenSession()))
    expect(await reflect(stopped(), makeDeps(provenSession()))).toEqual({
      kind: 'none',
      reason: 'already_reflected',
    })
    expect(await store.list('verdict')).toHaveLength(1)
    await reflect(makeEvent('prompt-submitted', { id: 'p2' }), makeDeps(provenSession()))
    expect(await reflect(stopped(), makeDeps(provenSession()))).toEqual({
      kind: 'none',
      reason: 'not_shown',
    })
  })

  it('tells a failure once, and ends the turn when it is still there', async () => {
    const kinds: string[] = []
    for (const fingerprint of ['f1', 'f1', 'f2'])
      kinds.push((await reflect(stopped(), makeDeps(redSession(fingerprint)))).kind)
    expect(kinds).toEqual(['continue', 'toast', 'toast'])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1, turnEnd: 'no_progress' })
  })

  it('stops at the cap', async () => {
    const deps = makeDeps(redSession(), { config: Config.parse({ stop: { maxAttempts: 1 } }) })
    await reflect(stopped(), deps)
    expect(await reflect(stopped(), { ...deps, observe: async () => redSession('f2') })).toEqual({
      kind: 'toast',
      level: 'warning',
      text: 'Let through unchecked: the agent was already sent back as often as allowed in one turn',
    })
    expect(await store.readSession('s1')).toMatchObject({ attempts: 1, turnEnd: 'capped' })
  })

  it.each<{ name: string; evidence: () => Evidence; reason: string; turnEnd: string }>([
    {
      name: 'the human stopped it',
      evidence: () => ({
        ...redSession(),
        interrupted: true,
        recent: [{ kind: 'interrupt', step: 9, at: null }],
      }),
      reason: 'aborted',
      turnEnd: 'aborted',
    },
    {
      name: 'the human refused the last call',
      evidence: () => ({ ...redSession(), interrupted: true }),
      reason: 'waiting',
      turnEnd: 'waiting',
    },
    {
      name: 'a call is under way',
      evidence: () => ({
        ...redSession(),
        pending: [{ step: 9, tool: 'Bash', toolKind: 'command', action: 'sleep 9' }],
      }),
      reason: 'waiting',
      turnEnd: 'waiting',
    },
    {
      name: 'the client plans',
      evidence: () => ({ ...redSession(), session: { ...redSession().session, mode: 'plan' } }),
      reason: 'waiting',
      turnEnd: 'waiting',
    },
  ])('skips when $name', async ({ evidence, reason, turnEnd }) => {
    expect(await reflect(stopped(), makeDeps(evidence()))).toEqual({ kind: 'none', reason })
    expect(await store.list('verdict')).toEqual([])
    expect(await store.readSession('s1')).toMatchObject({ attempts: 0, turnEnd })
  })

  it('drops its result when the human aborts meanwhile', async () => {
    const deps = makeDeps(redSession())
    const observe: ReflectDeps['observe'] = async () => {
      await reflect(makeEvent('session-aborted', { id: 'abort' }), makeDeps(redSession()))
      return redSession()
    }
    expect(await reflect(stopped(), { ...deps, observe })).toEqual({
      kind: 'none',
      reason: 'aborted',
    })
  })

  it('writes nothing through a link that came with the repository', async () => {
    await symlink(tmpdir(), path.join(root, '.reflection'))
    expect(await reflect(stopped(), makeDeps(redSession()))).toMatchObject({ kind: 'continue' })
    const notes = await store.list('interaction')
    expect(JSON.parse(notes[0]!.output)).toMatchObject({
      not_written: '.reflection is not a real folder',
    })
  })

  it('is silent when it is switched off', async () => {
    const deps = makeDeps(redSession(), { config: Config.parse({ stop: { enabled: false } }) })
    expect(await reflect(stopped(), deps)).toEqual({ kind: 'none', reason: 'stop_disabled' })
  })

  it('raises a failed attempt for what is red, and for nothing else', async () => {
    const raised: string[] = []
    const watch = {
      name: 'watch',
      passive: true,
      reflect: async (input: { event: AgentEvent }) => (
        raised.push(input.event.kind),
        {
          records: [],
          events: [],
          proposal: { kind: 'none' as const, reason: '' },
          end: null,
          fingerprint: null,
        }
      ),
    }
    const route: ReflectDeps['route'] = (kind) =>
      kind === 'session-stopped' ? [stop] : kind === 'attempt-failed' ? [watch] : []
    await reflect(stopped(), makeDeps(greenSession(), { route }))
    await reflect(stopped(), makeDeps(redSession(), { route }))
    expect(raised).toEqual(['attempt-failed'])
  })
})

describe('a judge model', () => {
  const good =
    '{"demands": [{"demand": 1, "status": "not_met", "pointer": {"absent": "npm test"}}], "complete": false, "severity": "MEDIUM", "feedback": "No test covers it", "missing": ["a test"], "next_actions": ["Write one."], "requires_human_action": false}'

  it.each<{ name: string; answers: Generation[]; kind: string; degraded: boolean }>([
    { name: 'that objects is followed', answers: [ok(good)], kind: 'continue', degraded: false },
    {
      name: 'that wraps its object in prose is understood',
      answers: [ok(`Sure:\n\`\`\`json\n${good}\n\`\`\`\nBye {x}`)],
      kind: 'continue',
      degraded: false,
    },
    {
      name: 'that answers prose, twice, is an error and no objection',
      answers: [ok('It is fine.'), ok('Still fine.')],
      kind: 'error',
      degraded: true,
    },
    {
      name: 'that times out is an error and no objection',
      answers: [{ ok: false, failure: 'timeout', reason: 'no answer in time' }],
      kind: 'error',
      degraded: true,
    },
  ])('$name', async ({ answers, kind, degraded }) => {
    const action = await reflect(stopped(), makeDeps(openSession(), { model: modelOf(answers) }))
    expect(action.kind).toBe(kind)
    expect(await store.list('verdict')).toMatchObject([{ degraded }])
    expect(await store.readSession('s1')).toMatchObject({
      turnEnd: kind === 'error' ? 'errored' : 'open',
    })
  })

  it('that says the same in other words is told three times, and then the person is', async () => {
    const objecting = (pointers: object[], feedback: string) =>
      ok(
        JSON.stringify({
          demands: pointers.map((pointer) => ({ demand: 1, status: 'not_met', pointer })),
          complete: false,
          severity: 'MEDIUM',
          feedback,
          missing: [feedback],
        }),
      )
    const test = { absent: 'npm test' }
    const answers = [
      objecting([test], 'No test covers it'),
      objecting([{ absent: '`npm test`' }], 'It was never tested'),
      objecting([test], 'Not tested'),
      objecting([test], 'No test ran'),
    ]
    const kinds: string[] = []
    for (const [index, answer] of answers.entries()) {
      const evidence = { ...openSession(), fingerprint: `f${index}` }
      const model = modelOf([answer])
      kinds.push((await reflect(stopped(), makeDeps(evidence, { model }))).kind)
    }
    expect(kinds).toEqual(['continue', 'continue', 'continue', 'toast'])
  })

  it.each([
    { order: 'done, then not done', first: 'done', kind: 'continue' },
    { order: 'not done, then done', first: 'not', kind: 'none' },
  ])('that gives two objects is taken at its last word: $order', async ({ first, kind }) => {
    const done = good.replace('"complete": false', '"complete": true').replace('MEDIUM', 'NONE')
    const text = first === 'done' ? `${done}\n${good}` : `${good}\n${done}`
    const action = await reflect(stopped(), makeDeps(openSession(), { model: modelOf([ok(text)]) }))
    expect(action.kind).toBe(kind)
  })

  it.each<{ where: string; given: Partial<ReflectDeps>; timeoutMs: number }>([
    { where: 'in a hook that the client waits for', given: {}, timeoutMs: 20_000 },
    { where: 'in a resident hook', given: { watcher: 'resident-hook' }, timeoutMs: 180_000 },
    { where: 'where its caller says so', given: { judgeTimeoutMs: 700 }, timeoutMs: 700 },
  ])('has its time $where', async ({ given, timeoutMs }) => {
    const asked: (number | undefined)[] = []
    const inner = modelOf([ok(good)])
    const model: Model = {
      ...inner,
      object: (request) => (asked.push(request.timeoutMs), inner.object(request)),
    }
    await reflect(stopped(), makeDeps(openSession(), { model, ...given }))
    expect(asked).toEqual([timeoutMs])
  })

  it('is not asked where a gate is red, so that it can not call it complete', async () => {
    const model = modelOf([])
    expect(await reflect(stopped(), makeDeps(redSession(), { model }))).toMatchObject({
      kind: 'continue',
    })
  })

  it('that is not configured is a normal state', async () => {
    const model = openPool({ ...poolOf([]), namesOf: () => [] })
    expect(await reflect(stopped(), makeDeps(openSession(), { model }))).toEqual({
      kind: 'none',
      reason: 'abstained',
    })
  })
})

const ok = (text: string): Generation => ({
  ok: true,
  text,
  usage: { model: 'test', inputTokens: 1, outputTokens: 1, free: true },
})

const modelOf = (answers: Generation[]): Model => openPool(poolOf(answers))

function poolOf(answers: Generation[]): Parameters<typeof openPool>[0] {
  const left = [...answers]
  const backend: Backend = {
    name: 'test',
    model: 'test',
    isFast: false,
    generate: async () =>
      left.shift() ?? { ok: false, failure: 'unavailable', reason: 'no backend' },
  }
  let ids = 0
  return {
    ledger: store,
    models: Config.parse({}).models,
    namesOf: () => ['test'],
    open: () => backend,
    now: () => new Date(clock),
    nextId: () => `call-${(ids += 1)}`,
    retryWaitsMs: [],
  }
}

function makeDeps(evidence: Evidence, given: Partial<ReflectDeps> = {}): ReflectDeps {
  let ids = 0
  return makeReflectDeps({
    store,
    outputDir: path.join(root, '.reflection'),
    nextId: () => `id-${(stops += 1)}-${(ids += 1)}`,
    projectRoot: root,
    observe: async () => evidence,
    now: () => new Date(clock),
    route: (kind) => (kind === 'session-stopped' ? [stop] : []),
    ...given,
  })
}
