import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { generic } from '../../agents/generic/generic.js'
import { emptyEvidence } from '../../read/empty-evidence.js'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import { Config } from '../../schema/config.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { sampleState } from '../../testing/store-contract/samples.js'
import { nothing } from '../moment.js'
import type { MomentInput, MomentPorts } from '../moment.js'
import { turn } from './turn.js'

const NOW = '2030-05-01T10:00:00.000Z'
let dir: string
let store: Store
beforeEach(async () => {
  dir = openTempFolder()
  store = await openMemoryStore()
})
afterEach(() => store.close())

const outputDir = () => path.join(dir, '.reflection')
const logFile = () => path.join(outputDir(), 'logs', 'turns', 't3_reflection.jsonl')

function input(fields: Partial<MomentInput> = {}, turnFields: object = {}): MomentInput {
  return {
    event: makeEvent('session-stopped'),
    evidence: emptyEvidence({ at: NOW, lastMessage: 'The Login works again.', degraded: [] }),
    session: sampleState({ turn: 4, openRequests: [] }),
    config: Config.parse({ turn: { enabled: true, ...turnFields } }),
    mode: 'solo',
    judgeTimeoutMs: 20_000,
    now: NOW,
    due: [],
    capabilities: generic.capabilities,
    watcher: null,
    ...fields,
  }
}

const ports = (fields: Partial<MomentPorts> = {}): MomentPorts => ({
  store,
  model: null,
  outputDir: outputDir(),
  environment: { dir: null, input: null, taskRef: null, agent: null, debug: false, parent: null },
  isCi: true,
  nextId: () => 'id',
  signal: new AbortController().signal,
  ...fields,
})

describe('the moment turn', () => {
  it('remembers what the agent said at the end of a human turn, and says nothing', async () => {
    expect(await turn.reflect(input(), ports())).toEqual(nothing('remembered'))
    expect(await store.list('memory')).toMatchObject([
      {
        id: expect.stringMatching(/^refl-4-generic-0-[0-9a-f]{12}$/),
        owner: 'generic',
        ts: NOW,
        text: 'The Login works again.',
        provenance: 'session session-a',
      },
    ])
    expect(readFileSync(logFile(), 'utf8')).toBe(
      '{"turn":4,"agent":"generic","backend":"rulebased","summary_len":4,"ops_written":1,"embed":true,"ms":0,"reason":null}\n',
    )
  })

  it('keeps paths as they are, and copies nothing that earlier turns left', async () => {
    await turn.reflect(input({ now: '2030-04-01T00:00:00.000Z' }), ports())
    const said = 'The login in src/Auth/login.ts works.'
    const evidence = emptyEvidence({ at: NOW, lastMessage: said, degraded: [] })
    evidence.request.messages = [{ number: 1, step: 0, text: 'What of the login?' }]
    await turn.reflect(
      input({ evidence, session: sampleState({ turn: 5, openRequests: [] }) }),
      ports(),
    )
    const texts = (await store.list('memory')).map(({ text }) => text)
    expect(texts).toEqual([said, 'The Login works again.'])
  })

  it('keeps nothing of "ok."', async () => {
    const evidence = emptyEvidence({ at: NOW, lastMessage: 'ok.', degraded: [] })
    expect(await turn.reflect(input({ evidence }), ports())).toEqual(nothing('no_message'))
    expect(await store.list('memory')).toEqual([])
  })

  it.each([
    { title: 'it is off', fields: {}, turn: { enabled: false }, reason: 'turn_disabled' },
    {
      title: 'not every turn is asked for',
      fields: {},
      turn: { everyTurn: false },
      reason: 'not_planned',
    },
    {
      title: 'the agent is told to go on',
      fields: {
        earlier: [
          { ...nothing(''), proposal: { kind: 'continue' as const, text: 'x', metadata: {} } },
        ],
      },
      reason: 'turn_goes_on',
    },
    {
      title: 'the human aborted it',
      fields: { session: sampleState({ turnEnd: 'aborted' }) },
      reason: 'aborted',
    },
    { title: 'a question is open', fields: { session: sampleState() }, reason: 'waiting' },
    {
      title: 'work goes on in the background',
      fields: { event: makeEvent('session-stopped', { backgroundTasks: 1 }) },
      reason: 'waiting',
    },
    {
      title: 'the agent said nothing',
      fields: { evidence: emptyEvidence({ at: NOW, lastMessage: null, degraded: [] }) },
      reason: 'no_message',
    },
    {
      title: 'the session is our own',
      fields: {},
      environment: { parent: 'x' },
      reason: 'own_session',
    },
  ])(
    'leaves no trace when $title',
    async ({ fields, turn: config = {}, environment = {}, reason }) => {
      const given = ports()
      const world = { ...given, environment: { ...given.environment, ...environment } }
      expect(await turn.reflect(input(fields, config), world)).toEqual(nothing(reason))
      expect([await store.readEvents(), existsSync(outputDir())]).toEqual([[], false])
    },
  )

  it.each([
    { mode: 'orchestrated' as const },
    { capabilities: { ...generic.capabilities, canContinue: false } },
  ])('remembers a turn whose push can not go out: %j', async (fields) => {
    const push = { kind: 'continue' as const, text: 'x', metadata: {} }
    const earlier = [{ ...nothing(''), proposal: push }]
    expect(await turn.reflect(input({ ...fields, earlier }), ports())).toEqual(
      nothing('remembered'),
    )
  })

  it('writes no log when none is wanted', async () => {
    await turn.reflect(input({}, { log: false }), ports())
    expect(await store.list('memory')).toHaveLength(1)
    expect(existsSync(outputDir())).toBe(false)
  })

  it('does not write through a link that came with the repository', async () => {
    const elsewhere = path.join(dir, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, outputDir())
    expect(await turn.reflect(input(), ports())).toEqual(nothing('log_not_written'))
    expect(await store.list('memory')).toHaveLength(1)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('remembers the same turn once', async () => {
    await turn.reflect(input(), ports())
    await turn.reflect(input(), ports())
    expect(await store.list('memory')).toHaveLength(1)
  })

  it('is the name that the environment gives', async () => {
    const given = ports()
    const environment = { ...given.environment, agent: 'night-shift' }
    await turn.reflect(input(), { ...given, environment })
    expect(await store.list('memory', { subject: 'night-shift' })).toHaveLength(1)
  })
})
