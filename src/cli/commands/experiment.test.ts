import { machineOf } from '../../wiring/person/__fixtures__/processes.js'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confidentRun, endOf } from '../../experiments/__fixtures__/confident-run.js'
import type { RecordWrite } from '../../schema/records.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { runCli } from '../main.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reflectory-experiment-'))
  const sure = [...rows(0.99, 120, 10), ...rows(0.85, 40, 30), ...rows(0.1, 20, 180)]
  await write('good.csv', ['confidence,correct', ...sure].join('\n'))
  await write('flat.csv', ['confidence,correct', ...rows(0.9, 60, 40)].join('\n'))
  await write('percent.csv', ['confidence,correct', ...rows(90, 60, 40)].join('\n'))
  await write('board.jsonl', Array.from({ length: 30 }, (_, i) => task(i)).join('\n'))
  const hash = 'a'.repeat(40)
  await write('history.log', `\u0001${hash}\t1700000000\t\tfeat: x\t\nsrc/x.ts\n`)
  await mkdir(path.join(folder, 'empty'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rows = (confidence: number, right: number, wrong: number): string[] => [
  ...Array.from({ length: right }, () => `${confidence},1`),
  ...Array.from({ length: wrong }, () => `${confidence},0`),
]

const task = (i: number): string => JSON.stringify({ id: `t${i}`, status: 'done' })

const write = (name: string, text: string): Promise<void> =>
  writeFile(path.join(folder, name), text)

const worldOf = (home: string) => ({
  cwd: home,
  env: { PATH: process.env['PATH'], HOME: home },
  home,
  platform: process.platform,
})

const run = (...argv: string[]) => runIn(folder, ...argv)

async function runIn(home: string, ...argv: string[]) {
  const printed: string[] = []
  const noted: string[] = []
  const context: CliContext = {
    ...worldOf(home),
    now: () => new Date(0),
    json: argv.includes('--json'),
    colour: false,
    interactive: false,
    machine: machineOf(home),
    async *stdin() {
      yield await readFile(path.join(folder, 'good.csv'))
    },
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    confirm: async (_question, otherwise) => otherwise,
  }
  const exitCode = await runCli(argv, context)
  return { exitCode, out: printed.join('\n'), notes: noted.join('\n') }
}

describe('reflect experiment', () => {
  it.each([
    { argv: ['calibration', 'good.csv'], exitCode: 0, says: 'PASSED' },
    { argv: ['calibration', '-'], exitCode: 0, says: 'PASSED' },
    { argv: ['calibration', 'flat.csv'], exitCode: 0, says: 'KILLED' },
    { argv: ['calibration', 'flat.csv', '--fail-on-kill'], exitCode: 3, says: 'KILLED' },
    { argv: ['calibration', 'good.csv', '--fail-on-kill'], exitCode: 0, says: 'PASSED' },
    { argv: ['calibration', 'percent.csv', '--percent'], exitCode: 0, says: 'KILLED' },
    { argv: ['calibration', '--from-store', '--fail-on-kill'], exitCode: 0, says: 'INSUFFICIENT' },
    { argv: ['calibration', 'good.csv', '--markdown'], exitCode: 0, says: '**PASSED' },
    { argv: ['calibration', 'good.csv', '--html'], exitCode: 0, says: '<!doctype html>' },
    { argv: ['git-history', '--log', 'history.log'], exitCode: 0, says: 'INSUFFICIENT' },
    {
      argv: ['git-history', '--log', 'history.log', '--window', '3'],
      exitCode: 0,
      says: 'within 3 days',
    },
    { argv: ['board-history', 'board.jsonl'], exitCode: 0, says: 'KILLED' },
    { argv: ['board-history', 'board.jsonl', '--fail-on-kill'], exitCode: 3, says: 'KILLED' },
  ])('answers $argv with $exitCode', async ({ argv, exitCode, says }) => {
    const answer = await run('experiment', ...argv)
    expect(answer.exitCode).toBe(exitCode)
    expect(answer.out).toContain(says)
  })

  it('prints figures and verdict as JSON', async () => {
    const { out } = await run('experiment', 'calibration', 'good.csv', '--json')
    expect(JSON.parse(out)).toMatchObject({
      experiment: 'calibration',
      gate: 'P1',
      figures: { rows: { read: 400, used: 400 }, base: { hits: 180, n: 400 } },
      verdict: { state: 'passed' },
    })
  })

  it('writes a report to a file and prints nothing', async () => {
    const { out } = await run(
      'experiment',
      'calibration',
      'good.csv',
      '--html',
      '--out',
      'report.html',
    )
    expect(out).toBe('')
    expect(await readFile(path.join(folder, 'report.html'), 'utf8')).toContain('<svg')
  })

  it.each([
    { argv: ['calibration'], remedy: '--from-store' },
    { argv: ['calibration', 'good.csv', '--from-store'], remedy: '--from-store' },
    { argv: ['calibration', 'percent.csv'], remedy: '--percent' },
    { argv: ['calibration', 'good.csv', '--correct', 'ok'], remedy: '--correct NAME' },
    { argv: ['calibration', 'good.csv', '--high', '80'], remedy: '0..1' },
    { argv: ['calibration', 'good.csv', '--percent', '--scale', '10'], remedy: 'scale once' },
    { argv: ['calibration', 'good.csv', '--html', '--markdown'], remedy: 'Ask for one form.' },
    { argv: ['calibration', 'good.csv', '--html', '--out', 'good.csv'], remedy: 'another file' },
    { argv: ['git-history', '--since', 'last week'], remedy: '2025-01-31' },
    { argv: ['git-history', '--window', '-1'], remedy: '--window <days>' },
    { argv: ['git-history', 'empty', '--log', 'history.log'], remedy: 'Leave it out.' },
  ])('refuses $argv and says what to do', async ({ argv, remedy }) => {
    await expect(run('experiment', ...argv)).rejects.toMatchObject({
      code: 'usage',
      remedy: expect.stringContaining(remedy),
    })
  })

  it.each([
    { argv: ['calibration', 'none.csv'] },
    { argv: ['git-history', 'empty'] },
    { argv: ['board-history', 'empty'] },
    { argv: ['board-history', 'none'] },
  ])('says that $argv finds nothing', async ({ argv }) => {
    await expect(run('experiment', ...argv)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('reflect experiment status', () => {
  it('shows in text why what depends on them is off', async () => {
    const { exitCode, out } = await run('experiment')
    expect(exitCode).toBe(0)
    expect(out).toContain('insufficient  Does self-reported confidence')
    expect(out).toContain('off   Order the review list')
    expect(out.match(/0 usable rows; 30 are needed/g)).toHaveLength(1)
    expect(out).toContain('until P1 passes')
  })

  it('gives the same as JSON, without making a database', async () => {
    const { out } = await run('experiment', '--json')
    const { gates, features } = JSON.parse(out) as {
      gates: { id: string; state: string }[]
      features: { on: boolean; reason: string }[]
    }
    expect(gates.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'P1 insufficient',
      'P2 insufficient',
      'P3 insufficient',
    ])
    expect(features.every(({ on, reason }) => !on && reason !== '')).toBe(true)
    await expect(readFile(path.join(folder, '.local'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('reflect experiment and gates on recorded runs', () => {
  it.each([
    { name: 'mean something', confident: 'passed', right: [80, 20, 10], wrong: [5, 20, 80] },
    { name: 'mean nothing', confident: 'killed', right: [20, 20, 20], wrong: [20, 20, 20] },
  ])('answer $confident for self-reports that $name', async ({ name, confident, right, wrong }) => {
    const home = path.join(folder, name)
    await mkdir(home)
    await seed(
      home,
      [0.95, 0.85, 0.2].flatMap((confidence, i) => [
        ...Array.from({ length: right[i] ?? 0 }, () => ({ confidence, right: true })),
        ...Array.from({ length: wrong[i] ?? 0 }, () => ({ confidence, right: false })),
      ]),
    )
    const experiment = await runIn(home, 'experiment', 'calibration', '--from-store', '--json')
    expect(JSON.parse(experiment.out)).toMatchObject({
      figures: { rows: { read: right.concat(wrong).reduce((a, b) => a + b) } },
      verdict: { state: confident },
    })
    const gates = JSON.parse((await runIn(home, 'experiment', 'status', '--json')).out) as {
      gates: unknown[]
    }
    expect(gates.gates[0]).toMatchObject({ id: 'P1', state: confident })
  })
})

async function seed(home: string, rows: { confidence: number; right: boolean }[]): Promise<void> {
  const workspace = await openWorkspace({ ...worldOf(home), now: new Date(0) })
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  await store.add(rows.flatMap((row, i) => recordsOf(`session-${i}`, row)))
  await store.close()
}

function recordsOf(session: string, row: { confidence: number; right: boolean }): RecordWrite[] {
  const timestamp = '2025-06-01T00:00:00.000Z'
  const { confidence, right } = row
  return [
    {
      kind: 'run',
      record: confidentRun({ id: session, sessionId: session, confidence, timestamp }),
    },
    { kind: 'outcome', record: endOf(session, right ? 'completed' : 'failed') },
  ]
}
