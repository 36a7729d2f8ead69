import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { openRecordings } from '../../wiring/open-model.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { turnConfig } from './__fixtures__/bundle.js'
import { AGENTS, sayingOf, storyClock, storyStages, TURNS } from './__fixtures__/story.js'
import { toFixturePrompt } from './fixture-prompt.js'
import { playTurn } from './play-turn.js'
import { runTurns } from './run-turns.js'
import type { RunTurnsInput } from './run-turns.js'
import type { TurnClock } from './turn-clock.js'
import { flushLogs, StagedLogs } from './turn-logs.js'
import type { TurnStages } from './turn-stages.js'

let dir: string
beforeEach(() => {
  dir = openTempFolder()
})

type Played = { files: Record<string, string>; entries: string; events: string }

let plays = 0

async function play(
  fields: Partial<RunTurnsInput<string>> & { seed?: number | null; flag?: unknown } = {},
): Promise<Played & { report: Awaited<ReturnType<typeof runTurns>> }> {
  const { seed = null, ...rest } = fields
  const logs = path.join(dir, `logs-${(plays += 1)}`)
  const store = await openMemoryStore()
  const stages = storyStages({ store, seed, ...('flag' in fields ? { flag: fields.flag } : {}) })
  const report = await runTurns({
    agents: AGENTS,
    turns: TURNS,
    stages,
    config: turnConfig(),
    clock: storyClock,
    logs: { dir: logs },
    ...rest,
    ports: { store, ...rest.ports },
  })
  const kept = await readKept(store)
  await store.close()
  return { report, files: readLogs(logs), ...kept }
}

async function readKept(store: Store): Promise<Omit<Played, 'files'>> {
  const entries = await store.list('memory', { order: 'oldest' })
  return { entries: toLines(entries), events: toLines(await store.readEvents()) }
}

const toLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const readLogs = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(folder) ? readdirSync(folder) : [])
      .sort()
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )

const lineCount = (text: string | undefined) => (text ?? '').split('\n').length - 1

/** The same stages and logs, by code that knows of no reflection. */
async function without(dryRun: boolean): Promise<Record<string, string>> {
  const logs = path.join(dir, `without-${dryRun}`)
  mkdirSync(logs)
  const stages = storyStages({ store: await openMemoryStore(), seed: null, flag: null })
  for (const turn of TURNS) {
    const staged = new StagedLogs()
    const clock = storyClock(turn)
    for (const agent of AGENTS) await playTurn(stages, { agent, turn, clock, dryRun, staged })
    await flushLogs(staged, logs)
  }
  return readLogs(logs)
}

/** Every file byte for byte, and none too many. */
async function expectGoldens(name: string, { files, entries }: Played): Promise<void> {
  for (const [file, text] of Object.entries({ ...files, 'entries.jsonl': entries })) {
    await expect(text).toMatchFileSnapshot(`./__goldens__/${name}/${file}`)
  }
  const known = readdirSync(new URL(`./__goldens__/${name}`, import.meta.url)).sort()
  expect(known).toEqual([...Object.keys(files), 'entries.jsonl'].sort())
}

function recording(agent: string, turn: number): string {
  const utter = sayingOf(agent, turn)
  const { prompt } = toFixturePrompt({ agent, turn, summaryTokens: 128, utter, snippets: [] })
  const prompt_hash = createHash('sha256').update(prompt).digest('hex')
  return `${JSON.stringify({ prompt_hash, completion: `${agent} in turn ${turn}: “done”` })}\n`
}

const plansByPolicyInTurnOne: TurnStages<string>['t3'] = ({ turn, policy }) => {
  if (turn === 1) policy['reflection'] = 'yes'
  return { plan: {}, utter: 'said' }
}

const logsElsewhere: TurnStages<string>['t1'] = ({ log }) => {
  log('../outside', {})
  return { observed: '' }
}

/** Every timer fires at once. */
const hastyClock = (turn: number): TurnClock => ({
  ...storyClock(turn),
  after(_, callback) {
    queueMicrotask(callback)
    return () => undefined
  },
})

describe('the gates', () => {
  const IDENTITY = [
    'apply.jsonl',
    'health.jsonl',
    't1.jsonl',
    't2.jsonl',
    't3.jsonl',
    't4.jsonl',
    'turn.jsonl',
  ]

  const matrix = [true, false].flatMap((enabled) =>
    [true, 'YES', false, 'n', 'maybe', undefined].flatMap((flag) =>
      [true, false].map((dryRun) => ({ enabled, flag, dryRun })),
    ),
  )

  const isOpen = ({ enabled, flag, dryRun }: (typeof matrix)[number]) =>
    enabled && !dryRun && (flag === true || flag === 'YES')

  it.each(matrix.filter((row) => !isOpen(row)))(
    'leave every byte as it is with enabled $enabled, the flag $flag, dry run $dryRun',
    async ({ enabled, flag, dryRun }) => {
      const { files, entries, events } = await play({
        config: turnConfig({ enabled }),
        flag,
        dryRun,
      })
      expect({ files, entries, events }).toEqual({
        files: await without(dryRun),
        entries: '',
        events: '',
      })
      expect(Object.keys(files)).toEqual(
        IDENTITY.filter((name) => !dryRun || name !== 'apply.jsonl'),
      )
    },
  )

  it.each(matrix.filter(isOpen))(
    'add entries and one log with enabled $enabled, the flag $flag, dry run $dryRun',
    async ({ flag, dryRun }) => {
      const stages = storyStages({ store: null, seed: null, flag })
      const { files, entries } = await play({ stages, dryRun })
      const { 't3_reflection.jsonl': log, ...identity } = files
      expect(identity).toEqual(await without(dryRun))
      const applied = AGENTS.length * TURNS.length - 1
      expect([lineCount(log), lineCount(entries)]).toEqual([applied, applied])
    },
  )

  it.each([
    { config: { embed: false }, has: { vector: false, log: true } },
    { config: { log: false }, has: { vector: true, log: false } },
  ])('leave out what $config leaves out', async ({ config, has }) => {
    const { files, entries } = await play({ config: turnConfig(config), flag: true })
    expect(entries.includes('vec_full')).toBe(has.vector)
    expect('t3_reflection.jsonl' in files).toBe(has.log)
  })

  it('carry a model planner’s flag for one turn only', async () => {
    const stages = storyStages({ store: null, seed: null, flag: undefined })
    const t3 = plansByPolicyInTurnOne
    const { report } = await play({ agents: ['ada'], turns: [1, 2], stages: { ...stages, t3 } })
    expect(report.turns.map(({ reason }) => reason)).toEqual([null, 'not_planned'])
  })
})

describe('agents at once', () => {
  it.each([1, 2, 8])('write what one after the other would: %i', async (count) => {
    const agents = AGENTS.slice(0, count)
    const { report: expected, ...bytes } = await play({ agents })
    expect(lineCount(bytes.entries)).toBeGreaterThan(0)
    for (const [seed, parallel] of [
      [1, 1],
      [2, 2],
      [3, 8],
      [4, 8],
      [5, 3],
    ] as const) {
      const { report, ...again } = await play({ agents: agents.toReversed(), seed, parallel })
      expect(again).toEqual(bytes)
      expect(report).toEqual(expected)
    }
  })
})

describe('the goldens', () => {
  it('are what the rules write', async () => {
    const played = await play({ seed: 7, parallel: 8 })
    expect(played.report.problems).toEqual([])
    await expectGoldens('rulebased', played)
  })

  it('are what recorded replies write', async () => {
    const file = path.join(dir, 'replies.jsonl')
    // One agent has no recording.
    const told = AGENTS.filter((agent) => agent !== 'bob')
    const lines = told.flatMap((agent) => TURNS.map((turn) => recording(agent, turn)))
    writeFileSync(file, lines.join(''))
    const config = turnConfig({
      backend: 'model-fixtures',
      fixtures: { enabled: true, path: file },
    })
    const model = openRecordings({ file, now: () => new Date(0) })
    const stages = storyStages({ store: null, seed: 9, flag: 'y' })
    const ports = { store: await openMemoryStore(), model }
    const played = await play({ config, stages, ports, parallel: 8 })
    const kept = await readKept(ports.store)
    await ports.store.close()
    expect(played.report.problems).toEqual([])
    await expectGoldens('model-fixtures', { ...played, ...kept })
  })
})

describe('a run that dies', () => {
  it('between write and log leaves no duplicate and the right log when it is run again', async () => {
    const expected = await play({ flag: true })
    const store = await openMemoryStore()
    const logs = path.join(dir, 'crashed')
    const input = {
      agents: AGENTS,
      turns: TURNS,
      stages: storyStages({ store, seed: null, flag: true }),
      config: turnConfig(),
      clock: storyClock,
      logs: { dir: logs },
    }
    await expect(
      runTurns({ ...input, ports: { store: dyingAfter(store, 5) } }),
    ).resolves.toBeDefined()
    rmSync(logs, { recursive: true })
    await runTurns({ ...input, ports: { store } })
    expect(await readKept(store)).toEqual({ entries: expected.entries, events: expected.events })
    expect(readLogs(logs)).toEqual(expected.files)
    await store.close()
  })

  it('in the middle of a line spoils no other line', async () => {
    const logs = path.join(dir, 'torn')
    mkdirSync(logs)
    writeFileSync(path.join(logs, 'turn.jsonl'), '{"turn":1,"ag')
    const { files } = await play({ agents: ['ada'], turns: [1], logs: { dir: logs } })
    expect(files).toEqual({})
    const lines = readLogs(logs)['turn.jsonl']!.split('\n')
    expect([lines[0], JSON.parse(lines[1]!)]).toEqual([
      '{"turn":1,"ag',
      { turn: 1, agent: 'ada', at: '2030-01-01T00:00:00.000Z', outcome: 'applied' },
    ])
  })
})

/** Takes so many writes and then no more, as a process that is killed. */
function dyingAfter(store: Store, writes: number): Pick<Store, 'get' | 'add'> {
  let left = writes
  return {
    get: (kind, id) => store.get(kind, id),
    add: (records) => ((left -= 1) < 0 ? Promise.reject(new Error('killed')) : store.add(records)),
  }
}

describe('a turn', () => {
  it('that fails in a stage costs no other agent its turn', async () => {
    const stages = storyStages({ store: null, seed: null, flag: true })
    const t2: typeof stages.t2 = (context, input) => {
      if (context.agent === 'ada') throw new RangeError('no')
      return stages.t2(context, input)
    }
    const { report, files } = await play({
      agents: ['bob', 'ada'],
      turns: [1],
      stages: { ...stages, t2 },
    })
    expect(report.turns).toMatchObject([
      {
        agent: 'ada',
        outcome: 'failed',
        error: 't2:RangeError',
        reflection: null,
        reason: 'turn_failed',
      },
      { agent: 'bob', outcome: 'applied', error: null, reason: null },
    ])
    expect(files['turn.jsonl']).toBe(
      [
        '{"turn":1,"agent":"ada","at":"2030-01-01T00:00:00.000Z","outcome":"failed","error":"t2:RangeError"}',
        '{"turn":1,"agent":"bob","at":"2030-01-01T00:00:00.000Z","outcome":"applied"}',
        '',
      ].join('\n'),
    )
  })

  it('that was not applied is not looked back on', async () => {
    const { report } = await play({ agents: ['x y'], turns: [2], flag: true })
    expect(report.turns).toMatchObject([{ outcome: 'not_applied', reason: 'turn_not_applied' }])
  })

  it('is only read by its reflection', async () => {
    const state = { mood: { calm: true } }
    const stages = storyStages({ store: null, seed: null, flag: true })
    const t4: typeof stages.t4 = () => ({ applied: true, state })
    const summarise = async (bundle: { stateView: object }) => {
      ;(bundle.stateView as typeof state).mood.calm = false
      return { summary: 'changed' }
    }
    const { report } = await play({
      agents: ['ada'],
      turns: [1],
      stages: { ...stages, t4 },
      ports: { store: await openMemoryStore(), summarise },
    })
    expect(report.turns).toMatchObject([{ outcome: 'applied', reason: 'reflect_error:TypeError' }])
    expect(state).toEqual({ mood: { calm: true } })
  })

  it('goes on when its reflection is cut off', async () => {
    const { report, files } = await play({
      agents: ['ada'],
      turns: [1, 2],
      flag: true,
      clock: hastyClock,
      ports: { store: null, summarise: () => new Promise(() => undefined) },
    })
    expect(report.turns.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['applied', 'reflection_timeout'],
      ['applied', 'reflection_timeout'],
    ])
    expect(lineCount(files['t3_reflection.jsonl'])).toBe(2)
  })

  it('loses its secrets on the way to the logs', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const stages = storyStages({ store: null, seed: null })
    const t1: typeof stages.t1 = () => ({ observed: '', log: { token } })
    const { files } = await play({ agents: ['ada'], turns: [1], stages: { ...stages, t1 } })
    expect(files['t1.jsonl']).toBe('{"turn":1,"agent":"ada","token":"[redacted:github-token]"}\n')
  })
})

describe('the folder of the logs', () => {
  it('is .reflection/logs/turns, kept out of git', async () => {
    const outputDir = path.join(dir, '.reflection')
    await play({ agents: ['ada'], turns: [1], logs: { outputDir } })
    expect(readdirSync(path.join(outputDir, 'logs', 'turns'))).toContain('turn.jsonl')
    expect(readFileSync(path.join(outputDir, '.gitignore'), 'utf8')).toBe('*\n')
  })

  it('is not reached through a link', async () => {
    const outputDir = path.join(dir, '.reflection')
    mkdirSync(outputDir)
    symlinkSync(dir, path.join(outputDir, 'logs'))
    await expect(play({ logs: { outputDir } })).rejects.toMatchObject({ code: 'unsafe-path' })
  })

  it('may hold a link, which is not written through and is told of', async () => {
    const logs = path.join(dir, 'linked')
    mkdirSync(logs)
    symlinkSync(path.join(dir, 'elsewhere'), path.join(logs, 't1.jsonl'))
    const { report } = await play({ agents: ['ada'], turns: [1], logs: { dir: logs } })
    expect(report.problems).toEqual([expect.stringMatching(/^t1\.jsonl: ELOOP/)])
    expect(report.turns).toMatchObject([{ outcome: 'applied' }])
  })
})

describe('what is no run', () => {
  it.each([
    { agents: ['ada', 'bob', 'ada'], message: 'Two agents are called "ada"' },
    { agents: ['ada', ''], message: 'An agent needs a name' },
  ])('is refused: $message', async ({ agents, message }) => {
    await expect(play({ agents })).rejects.toMatchObject({ code: 'usage', message })
  })

  it('is a log whose name leads elsewhere: its turn fails', async () => {
    const stages = storyStages({ store: null, seed: null })
    const t1 = logsElsewhere
    const { report } = await play({ agents: ['ada'], turns: [1], stages: { ...stages, t1 } })
    expect(report.turns).toMatchObject([{ outcome: 'failed', error: 't1:UsageError' }])
  })
})
