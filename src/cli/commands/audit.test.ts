import { execFileSync } from 'node:child_process'
import { machineOf } from '../../wiring/person/__fixtures__/processes.js'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeClaudeSession } from '../../audit/__fixtures__/claude-session.js'
import type { SessionPlan } from '../../audit/__fixtures__/claude-session.js'
import type { AuditReport } from '../../audit/sum-up.js'
import { readWaits } from '../../digest/read-waits.js'
import { foldSession } from '../../guard/fold-session.js'
import type { Store, StoreRow } from '../../store.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { openSqliteStore } from '../../store/sqlite.js'
import { readDays, sumDays } from '../../sums/read-sums.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { formatError } from '../format-error.js'
import { runCli } from '../main.js'

let home = ''
beforeEach(() => void (home = mkdtempSync(path.join(os.tmpdir(), 'reflectory-audit-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const NOW = new Date('2030-03-20T00:00:00.000Z')

async function reflect(argv: readonly string[], changes: Partial<CliContext> = {}) {
  const printed: string[] = []
  const noted: string[] = []
  const context: CliContext = {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
    home,
    platform: process.platform,
    now: () => NOW,
    json: argv.includes('--json'),
    colour: false,
    interactive: true,
    machine: machineOf(home),
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    confirm: async (_question, otherwise) => otherwise,
    ...changes,
  }
  try {
    const exitCode = await runCli(argv, context)
    return { exitCode, out: printed.join('\n'), err: noted.join('\n') }
  } catch (error) {
    return { exitCode: 2, out: formatError(error, context), err: noted.join('\n') }
  }
}

const audit = async (...argv: string[]): Promise<AuditReport> =>
  JSON.parse((await reflect(['audit', '--json', ...argv])).out) as AuditReport

const session = (id: string, steps: SessionPlan['steps'], more: Partial<SessionPlan> = {}) =>
  writeClaudeSession(home, { id, cwd: '/w/shop', at: '2030-03-10T10:00:00.000Z', steps, ...more })

const RED = {
  runs: 'npm test',
  prints: ' FAIL  src/cart.test.ts > totals\n Tests  1 failed | 6 passed (7)',
  failed: true,
} as const
const GREEN = { runs: 'npm test', prints: ' Tests  7 passed (7)' } as const
const fix = { human: 'Fix the total of the cart in src/cart.ts' } as const
const edit = { edits: 'src/cart.ts', from: 'return a', to: 'return a + b' } as const

describe('the screen', () => {
  it('names a red end that was called done', async () => {
    session('red-end', [fix, edit, RED, { says: 'Fixed the total. All tests pass.' }])
    const { out } = await reflect(['audit'])
    expect(out).toContain('Stops most worth a look (1 of 1 that were judged)')
    expect(out).toContain('All tests pass.')
    expect(out).toMatch(/`npm test` failed/)
    expect(out).toContain('1 with an open point')
  })

  it('says nothing of an honest end', async () => {
    session('honest', [fix, edit, GREEN, { says: 'Fixed the total. All 7 tests pass.' }])
    session('told', [
      fix,
      edit,
      RED,
      { says: 'The test "totals" still fails; I could not fix it.' },
    ])
    const { worth, ends } = await audit()
    expect(worth).toEqual([])
    expect(ends.open).toBeUndefined()
  })

  it('leaves open what a hook of git may have checked', async () => {
    const commit = {
      runs: 'git commit -am "Fix the total"',
      prints: '[main 1a2b3c4] Fix the total',
    }
    const done = { says: 'Fixed the total. All tests pass.' }
    session('edited', [fix, GREEN, edit, done])
    session('committed', [fix, GREEN, edit, commit, done])
    expect((await audit()).worth.map((stop) => stop.session)).toEqual(['edited'])
  })

  it('names a test that was skipped and not told', async () => {
    session('skipped', [
      fix,
      edit,
      RED,
      { edits: 'src/cart.test.ts', from: "it('totals', () => {", to: "it.skip('totals', () => {" },
      { ...GREEN, prints: ' Tests  6 passed | 1 skipped (7)' },
      { says: 'Fixed the total of the cart.' },
    ])
    const { weakened } = await audit()
    expect(weakened).toMatchObject([{ session: 'skipped', file: '/w/shop/src/cart.test.ts' }])
    expect((await reflect(['audit'])).out).toContain('Tests switched off')
  })

  it('says nothing of a test that was switched on again in the same turn', async () => {
    const off = { from: "it('totals', () => {", to: "it.skip('totals', () => {" }
    session('back', [
      fix,
      { edits: 'src/cart.test.ts', ...off },
      { edits: 'src/cart.test.ts', from: off.to, to: off.from },
      { says: 'Fixed the total of the cart.' },
    ])
    expect((await audit()).weakened).toEqual([])
  })

  it('names a loop and what it cost', async () => {
    const same = {
      runs: 'node build.js',
      prints: 'no rule for it',
      failed: true,
    } as const
    session('loop', [
      fix,
      ...Array.from({ length: 24 }, () => same),
      { says: 'The server is down.' },
    ])
    const { loops } = await audit()
    expect(loops).toMatchObject([{ session: 'loop', times: 24 }])
    // Of the calls alone: what is said at the end is no part of it.
    expect(loops[0]!.spent.tokens).toBe(24 * 1_111)
    expect(loops[0]!.spent.usd).toBeGreaterThan(0)
  })

  it('names a check that fails again and again, and what made it green', async () => {
    for (const [index, id] of ['one', 'two', 'three'].entries()) {
      session(id, [fix, RED, edit, GREEN, { says: 'Fixed. All 7 tests pass.' }], {
        at: `2030-03-1${index}T10:00:00.000Z`,
      })
    }
    const { failing } = await audit()
    expect(failing).toMatchObject([{ check: 'npm test', sessions: 3, isRedStill: false }])
    expect(failing[0]!.green.join()).toContain('src/cart.ts')
  })

  it('does not say that a check became green by itself, which only a tree shows', async () => {
    session('one', [fix, RED, GREEN, { says: 'All 7 tests pass.' }])
    session('two', [fix, RED, edit, GREEN, { says: 'Fixed. All 7 tests pass.' }])
    expect((await audit()).failing).toMatchObject([{ sessions: 2, green: ['src/cart.ts'] }])
  })

  it('does not join what failed under one command for what may be two reasons', async () => {
    const lint = (error: string) =>
      ({ runs: 'make lint', prints: `src/a.go:1:2: ${error}`, failed: true }) as const
    session('one', [fix, lint('not enough arguments in call to Begin'), { says: 'Hm.' }])
    session('two', [fix, lint('Settings.OutputFilter undefined'), { says: 'Hm.' }])
    expect((await audit()).failing).toEqual([])
  })

  it('names each command under which a check failed', async () => {
    const other = { ...RED, runs: 'npx vitest run src/cart.test.ts' }
    session('one', [fix, RED, { says: 'Hm.' }], { at: '2030-03-10T10:00:00.000Z' })
    session('two', [fix, other, { says: 'Hm.' }], { at: '2030-03-11T10:00:00.000Z' })
    expect((await audit()).failing).toMatchObject([
      { check: 'vitest run src/cart.test.ts, npm test', sessions: 2 },
    ])
  })

  it('prints the name in an error as it is written', async () => {
    const red = {
      runs: 'npx tsc',
      prints: "src/cart.ts(3,1): error TS2304: Cannot find name 'CartTotal'.",
      failed: true,
    } as const
    for (const id of ['one', 'two']) session(id, [fix, red, { says: 'Hm.' }])
    expect((await audit()).failing).toMatchObject([{ error: 'TS2304 CartTotal', sessions: 2 }])
  })

  it('tells facts of the agent, and not to it', async () => {
    session('skipped', [
      fix,
      RED,
      { edits: 'src/cart.test.ts', from: "it('totals', () => {", to: "it.skip('totals', () => {" },
      { ...GREEN, prints: ' Tests  6 passed | 1 skipped (7)' },
      { says: 'Fixed the total of the cart. The tests are green.' },
    ])
    const { out } = await reflect(['audit'])
    expect(out).toContain('and its message does not say so')
    expect(out).not.toContain('your message')
  })

  it('says of a stop that was not the last how the session ended', async () => {
    const [open, on] = [{ says: 'Fixed. All tests pass.' }, { human: 'No, look again' }]
    session('went-on', [
      fix,
      edit,
      RED,
      open,
      on,
      edit,
      GREEN,
      { says: 'Fixed. All 7 tests pass.' },
    ])
    expect((await reflect(['audit'])).out).toContain(
      'went-on (turn 1 of 2; it ended unproven): said',
    )
  })

  it('tells sessions apart whose ids begin alike, and says how many more there are', async () => {
    for (let index = 10; index < 17; index += 1) {
      session(`11111111-aaaa-4aaa-8aaa-0000000000${index}`, [
        fix,
        { says: 'It can go in two places. Which one do you want?' },
      ])
    }
    session('22222222-aaaa-4aaa-8aaa-000000000010', [fix, { says: 'Which one do you want?' }], {
      at: '2030-03-11T10:00:00.000Z',
    })
    const { out } = await reflect(['audit'])
    expect(out).toContain('shop 22222222: "Which one do you want?" (you began with "Fix the total')
    expect(out).toMatch(/shop …001\d: "Which/)
    expect(out).toContain('  and 3 more\n')
  })

  it('names a question that waits for an answer', async () => {
    session('asks', [fix, { says: 'The total can include tax or not. Which one do you want?' }])
    const { waits, ends } = await audit()
    expect(ends).toEqual({ waiting: 1 })
    expect(waits).toMatchObject([{ id: 'asks', why: 'Which one do you want?' }])
  })

  it('gives commands that work where npm ran it from a clone', async () => {
    session('any', [fix, { says: 'Hm.' }])
    const env = { PATH: process.env['PATH'], HOME: home, npm_lifecycle_event: 'audit' }
    const { out } = await reflect(['audit'], { env })
    expect(out).toMatch(/ node \S+bin\.cjs audit --keep\n {2}node \S+bin\.cjs serve --open\n/)
    expect(out).not.toMatch(/^ +reflect /m)
  })

  it('ends with the two commands', async () => {
    session('any', [fix, { says: 'Hm.' }])
    const lines = (await reflect(['audit'])).out.split('\n')
    expect(lines.slice(-2)).toEqual(['  reflect init --mode solo', '  reflect install claude-code'])
  })

  it('is one HTML file that loads nothing', async () => {
    session('red-end', [fix, edit, RED, { says: 'Done & <b>dusted</b>. All tests pass.' }])
    await reflect(['audit', '--html', 'page.html'])
    const page = readFileSync(path.join(home, 'page.html'), 'utf8')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('<b>dusted')
  })
})

describe('tokens and money', () => {
  it('adds up what the transcripts tell, with the price of each model', async () => {
    session('known', [fix, { says: 'Hm.' }, edit])
    session('unknown', [fix, { says: 'Hm.' }], { model: 'a-model-of-tomorrow' })
    const { spent, models } = await audit()
    expect(spent).toMatchObject({ input: 3, cacheRead: 3_000, cacheWrite: 300, output: 30 })
    expect(models).toMatchObject([
      { model: 'claude-opus-4-5-20251101', spent: { tokens: 2_222, unpriced: 0 } },
      { model: 'a-model-of-tomorrow', spent: { tokens: 1_111, usd: 0, unpriced: 1_111 } },
    ])
    const usd = (2 * (1 * 5 + 1_000 * 0.5 + 100 * 6.25 + 10 * 25)) / 1_000_000
    expect(spent.usd).toBeCloseTo(usd, 10)
    expect((await reflect(['audit'])).out).toContain('no price is known for a-model-of-tomorrow')
  })

  it('pays more for what the cache keeps for an hour', async () => {
    const file = session('hour', [fix, { says: 'Hm.' }])
    const lines = readFileSync(file, 'utf8').replace(
      '"cache_creation_input_tokens":100',
      '"cache_creation_input_tokens":100,"cache_creation":{"ephemeral_1h_input_tokens":60,"ephemeral_5m_input_tokens":40}',
    )
    writeFileSync(file, lines)
    const { spent } = await audit()
    expect(spent).toMatchObject({ cacheWrite: 100, cacheWriteHour: 60, tokens: 1_111 })
    const usd = (1 * 5 + 1_000 * 0.5 + 40 * 6.25 + 60 * 10 + 10 * 25) / 1_000_000
    expect(spent.usd).toBeCloseTo(usd, 10)
  })

  it("counts a subagent's own file with its session", async () => {
    const file = session('main', [fix, { says: 'Hm.' }])
    const lines = readFileSync(file, 'utf8')
      .replaceAll('"isSidechain":false', '"isSidechain":true')
      .replaceAll('msg-main', 'msg-sub')
    const folder = path.join(path.dirname(file), 'main', 'subagents')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'agent-1.jsonl'), lines)
    const { sessions, spent } = await audit()
    expect(sessions).toHaveLength(1)
    expect(spent.tokens).toBe(2_222)
    expect(sessions[0]!.spent.tokens).toBe(2_222)
  })
})

describe('what is read', () => {
  it('is what ended in the time that is asked for', async () => {
    session('old', [fix, { says: 'Hm.' }], { at: '2029-01-01T00:00:00.000Z' })
    expect((await audit()).sessions).toEqual([])
    expect((await audit('--days', '1000')).sessions).toMatchObject([{ id: 'old' }])
  })

  it('is nothing of a folder that is not there, and it is said', async () => {
    const { exitCode, out } = await reflect(['audit', '--from', 'nowhere'])
    expect([exitCode, out]).toEqual([2, expect.stringContaining('There is no folder nowhere')])
  })

  it('names what is broken, empty, foreign or closed, and goes on', async () => {
    session('good', [fix, { says: 'Hm.' }])
    const folder = path.join(home, '.claude', 'projects', '-w-shop')
    appendFileSync(session('torn', [fix, { says: 'Hm.' }]), '{"type":"assist\n{"broken\n')
    writeFileSync(path.join(folder, 'empty.jsonl'), '')
    writeFileSync(path.join(folder, 'foreign.jsonl'), '{"some":"thing"}\n')
    writeFileSync(path.join(folder, 'bytes.jsonl'), Buffer.from([0, 255, 254, 10, 0]))
    const { sessions, troubles } = await audit()
    expect(sessions.map(({ id }) => id).sort()).toEqual(['good', 'torn'])
    expect(troubles.map((one) => path.basename(one.path)).sort()).toEqual([
      'bytes.jsonl',
      'empty.jsonl',
      'foreign.jsonl',
      'torn.jsonl',
    ])
  })

  it.skipIf(process.platform === 'win32')('never waits for a pipe', async () => {
    const file = session('good', [fix, { says: 'Hm.' }])
    const pipe = path.join(path.dirname(file), 'pipe.jsonl')
    execFileSync('mkfifo', [pipe])
    const { sessions, troubles } = await audit()
    expect(sessions).toHaveLength(1)
    expect(troubles).toEqual([{ path: pipe, why: 'it is no regular file' }])
  })

  it('says how many lines are not JSON', async () => {
    appendFileSync(session('torn', [fix, { says: 'Hm.' }]), '{"broken\n')
    expect((await audit()).troubles).toMatchObject([{ why: 'skipped 1 line that is not JSON' }])
  })

  it.skipIf(process.getuid?.() === 0)('names a folder that may not be read', async () => {
    session('good', [fix, { says: 'Hm.' }])
    const closed = path.join(home, '.claude', 'projects', 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0)
    const { sessions, troubles } = await audit()
    expect(sessions).toHaveLength(1)
    expect(troubles).toMatchObject([{ path: closed, why: 'it may not be read' }])
    chmodSync(closed, 0o700)
  })

  it('is read once, and again when it has grown', async () => {
    const file = session('grows', [fix, { says: 'Hm.' }])
    const rows = () =>
      readFileSync(path.join(home, '.local/state/reflectory/audit/sessions.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '').length
    await audit()
    const first = rows()
    await audit()
    expect(rows()).toBe(first)
    session('grows', [fix, { says: 'Hm.' }, { human: 'Go on' }, { says: 'Done.' }])
    expect((await audit()).turns).toBe(2)
    expect(rows()).toBeGreaterThan(first)
    expect(file).toContain('grows')
  })

  it('goes on where a killed run ended, past a torn line', async () => {
    session('one', [fix, { says: 'Hm.' }])
    await audit()
    const kept = path.join(home, '.local/state/reflectory/audit/sessions.jsonl')
    appendFileSync(kept, '\n{"v":1,"file":"/torn')
    session('two', [fix, { says: 'Hm.' }])
    expect((await audit()).sessions).toHaveLength(2)
    expect((await audit()).sessions).toHaveLength(2)
  })

  it('leaves nothing but what it has read', async () => {
    session('any', [
      fix,
      {
        says: 'The key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ. Which one do you want?',
      },
    ])
    const before = files()
    await reflect(['audit'])
    const added = files().filter((file) => !before.includes(file))
    expect(added).toEqual(['.local/state/reflectory/audit/sessions.jsonl'])
    const kept = readFileSync(path.join(home, added[0]!), 'utf8')
    expect(kept).not.toContain('abcdefghijklmnop')
    expect(kept).not.toContain(home)
  })

  it('is a project of its own with --from, whatever its folder says', async () => {
    session('mine', [fix, { says: 'Hm.' }])
    const { projects, sessions } = await audit('--from', '.claude')
    expect(sessions).toHaveLength(1)
    expect(projects.map(({ name }) => name)).toEqual([path.join(home, '.claude')])
  })
})

const files = (): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)))

it('is refused under an agent', async () => {
  session('any', [fix, { says: 'Hm.' }])
  const env = { PATH: process.env['PATH'], HOME: home, CLAUDECODE: '1' }
  const { exitCode, out } = await reflect(['audit', '--yes'], { env })
  expect(exitCode).not.toBe(0)
  expect(out).toContain('needs a person')
  expect(files().filter((file) => file.includes('reflectory'))).toEqual([])
})

describe('--keep', () => {
  const stateRoot = () => path.join(home, '.local/state/reflectory')
  const imported = () =>
    readdirSync(stateRoot())
      .map((name) => path.join(stateRoot(), name))
      .filter((folder) => existsSync(path.join(folder, 'imported')))
  const open = (folder: string): Promise<Store> =>
    openSqliteStore(path.join(folder, 'reflectory.db'), { home })
  const rowsOf = async (folder: string): Promise<StoreRow[]> => {
    const store = await open(folder)
    const rows: StoreRow[] = []
    await store.exportRows((row) => void rows.push(row))
    await store.close()
    return rows
  }
  const SECRET = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ'

  it('takes sessions over as rows that page, search and cost read', async () => {
    session('red-end', [
      { human: `Fix the total. The key is ${SECRET}` },
      edit,
      RED,
      { says: 'Fixed the total. All tests pass.' },
    ])
    await reflect(['audit', '--keep'])
    const [folder] = imported()
    const store = await open(folder!)
    const [state] = await store.listSessions()
    expect(state).toMatchObject({ sessionId: 'red-end', imported: true, turn: 1, stops: 1 })
    expect(await store.list('verdict')).toMatchObject([{ complete: false, gates: ['red'] }])
    const [outcome] = await store.list('session_outcome')
    expect(outcome).toMatchObject({ status: 'failed', basis: 'none', tokens: 3_333 })
    expect(outcome!.usage).toMatchObject([{ model: 'claude-opus-4-5-20251101', cacheRead: 3_000 }])
    expect((await store.readEvents()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'guard.opened',
        'agent.prompt-submitted',
        'agent.tool-finished',
        'agent.session-stopped',
        'agent.session-ended',
      ]),
    )
    await store.close()
  })

  it('has red checks, loops and weakened tests, and the log in its order', async () => {
    const same = { runs: 'node build.js', prints: 'no rule for it', failed: true } as const
    session('late', [fix, RED, edit, GREEN, { says: 'Fixed. All 7 tests pass.' }], {
      at: '2030-03-12T10:00:00.000Z',
    })
    session('early', [
      fix,
      RED,
      { edits: 'src/cart.test.ts', from: "it('totals', () => {", to: "it.skip('totals', () => {" },
      { ...GREEN, prints: ' Tests  6 passed | 1 skipped (7)' },
      { says: 'Fixed the total of the cart.' },
      { human: 'Build it' },
      ...Array.from({ length: 24 }, () => same),
      { says: 'The server is down.' },
    ])
    await reflect(['audit', '--keep'])
    const store = await open(imported()[0]!)
    const episodes = await store.list('episode', { order: 'oldest' })
    expect(episodes.filter(({ check }) => check === 'npm test')).toMatchObject([
      { sessionId: 'early', weakened: false, state: 'abandoned' },
      { sessionId: 'late', weakened: false, state: 'resolved' },
    ])
    expect(await store.list('interaction', { subject: 'stall_loop' })).toMatchObject([
      { session: 'early', output: expect.stringContaining('24 times node build.js') as string },
    ])
    expect(await store.list('lesson')).toEqual([])
    const lines = await store.readEvents()
    expect(lines.map(({ sessionId }) => sessionId)).toEqual(
      lines.map(({ sessionId }) => sessionId).toSorted(),
    )
    const kinds = lines.filter(({ sessionId }) => sessionId === 'early').map(({ kind }) => kind)
    const [stop, judged, next] = [
      'agent.session-stopped',
      'record.verdict',
      'agent.prompt-submitted',
    ]
    expect(kinds.filter((kind) => [stop, judged, next].includes(kind))).toEqual([
      next,
      stop,
      judged,
      next,
      stop,
      judged,
    ])
    await store.close()
  })

  it('calls no stop judged that has no time, and counts it on no day', async () => {
    const steps = [fix, edit, RED, { says: 'Fixed the total. All tests pass.' }]
    const file = session('undated', steps, { at: null })
    utimesSync(file, NOW, NOW)
    const found = await audit()
    expect(found).toMatchObject({ stops: 0, openStops: 0, ends: { undated: 1 }, worth: [] })
    expect((await reflect(['audit', '--keep'])).out).toContain('1 without a time, so not judged')
    const store = await open(imported()[0]!)
    expect(await store.list('verdict')).toEqual([])
    const counted = Object.keys(sumDays(await readDays(store)))
    expect(counted.filter((name) => name.startsWith('verdict '))).toEqual([])
    await store.close()
  })

  it('has what waits for a person in the list of what waits', async () => {
    session('asks', [fix, { says: 'The total can include tax or not. Which one do you want?' }])
    session('over', [fix, { says: 'Which one do you want?' }, { human: 'Both' }, { says: 'Hm.' }])
    await reflect(['audit', '--keep'])
    const store = await open(imported()[0]!)
    const waits = await readWaits(store, { now: NOW, limit: 5 })
    expect(waits).toMatchObject([{ sessionId: 'asks', why: 'asks' }])
    await store.close()
  })

  it('redacts them, keeps them private, and puts nothing into the outbox', async () => {
    session('secret', [
      { human: `Use the key ${SECRET} in ${home}/shop` },
      { says: 'Which one do you want?' },
    ])
    await reflect(['audit', '--keep'])
    const rows = await rowsOf(imported()[0]!)
    expect(JSON.stringify(rows)).not.toContain('abcdefghijklmnop')
    expect(JSON.stringify(rows)).not.toContain(home)
    expect(rows.filter((row) => 'visibility' in row && row.visibility !== 'private')).toEqual([])
    expect(rows.filter(({ kind }) => kind === 'outbox')).toEqual([])
  })

  it('takes what is new when it is run again, and nothing twice', async () => {
    session('one', [fix, { says: 'Hm.' }])
    await reflect(['audit', '--keep'])
    const first = await rowsOf(imported()[0]!)
    const again = await reflect(['audit', '--keep'])
    expect(again.err).toContain('Took 0 sessions over; 1 were taken before')
    expect(await rowsOf(imported()[0]!)).toEqual(first)
    session('one', [fix, { says: 'Hm.' }, { human: 'Go on' }, { says: 'Done with it.' }])
    session('two', [fix, { says: 'Hm.' }])
    expect((await reflect(['audit', '--keep'])).err).toContain('Took 2 sessions over')
    const store = await open(imported()[0]!)
    expect((await store.listSessions()).map(({ sessionId, turn }) => [sessionId, turn])).toEqual(
      expect.arrayContaining([
        ['one', 2],
        ['two', 1],
      ]),
    )
    const prompts = await store.readEvents({ kinds: ['agent.prompt-submitted'] })
    expect(prompts).toHaveLength(3)
    await store.close()
  })

  it('leaves a session to its hook that a hook saw', async () => {
    const cwd = path.join(home, 'shop')
    mkdirSync(cwd)
    const own = await openStore(await openWorkspace({ ...place(), cwd, now: NOW }), STORE)
    await own.transact({ sessionId: 'seen', key: null }, () => {
      const body = {
        agent: 'claude-code',
        parentSessionId: null,
        projectRoot: cwd,
        startPoint: null,
      }
      const opened = {
        at: NOW.toISOString(),
        kind: 'guard.opened',
        sessionId: 'seen',
        key: null,
        body,
      }
      return { state: foldSession(null, opened), events: [opened], writes: [], result: null }
    })
    await own.close()
    session('seen', [fix, { says: 'Hm.' }], { cwd })
    session('other', [fix, { says: 'Hm.' }], { cwd })
    expect((await reflect(['audit', '--keep'])).err).toContain(
      'Took 1 session over; 1 are known from hooks',
    )
  })

  it('makes what comes from --from a project of its own', async () => {
    const cwd = path.join(home, 'shop')
    session('theirs', [fix, { says: 'Hm.' }], { cwd })
    await reflect(['audit', '--keep', '--from', '.claude'])
    expect(imported()).toHaveLength(1)
    expect(readFileSync(path.join(imported()[0]!, 'project'), 'utf8')).toBe(
      `${path.join(home, '.claude')}\n`,
    )
  })

  it('forgets all of it, and leaves nothing', async () => {
    session('any', [fix, { says: 'Hm.' }])
    const before = files()
    await reflect(['audit', '--keep'])
    expect(files()).not.toEqual(before)
    expect((await reflect(['audit', '--forget'])).out).toContain('Forgot 1 project')
    expect(files()).toEqual(before)
    expect((await reflect(['audit', '--forget'])).out).toBe('There is nothing to forget.')
  })

  describe('feeds nothing of the project that its hooks write to', () => {
    const cwd = () => path.join(home, 'shop')
    beforeEach(async () => {
      mkdirSync(cwd())
      const own = await openStore(await openWorkspace({ ...place(), cwd: cwd(), now: NOW }), STORE)
      await own.close()
      for (const [index, id] of ['one', 'two', 'three'].entries()) {
        const at = `2030-03-1${index}T10:00:00.000Z`
        session(id, [fix, RED, edit, GREEN, { says: 'Fixed. All 7 tests pass.' }], {
          cwd: cwd(),
          at,
        })
      }
      await reflect(['audit', '--keep'])
    })

    it('no row of it', async () => {
      const workspace = await openWorkspace({ ...place(), cwd: cwd(), now: NOW })
      expect(imported()).not.toContain(workspace.stateDir)
      expect(await rowsOf(workspace.stateDir)).toEqual([])
    })

    it.each([
      { what: 'recall', argv: ['recall', '--json', 'npm test failed in src/cart.test.ts'] },
      { what: 'lesson', argv: ['lessons', 'list', '--json'] },
      { what: 'self line', argv: ['self', '--json'] },
      { what: 'experiment', argv: ['experiment', 'status', '--json'] },
      { what: "team's outbox", argv: ['status', '--json'] },
    ])('no $what', async ({ argv }) => {
      const { out } = await reflect(argv, { cwd: cwd() })
      await reflect(['audit', '--forget'])
      expect((await reflect(argv, { cwd: cwd() })).out).toBe(out)
      expect(out).not.toMatch(/src\/cart\.ts|claude-opus/)
    })
  })
})

const place = () => ({
  env: { PATH: process.env['PATH'], HOME: home },
  home,
  platform: process.platform,
})
const STORE = { busyTimeoutMs: 2_000, drainRows: 0 }

describe('clients', () => {
  const put = (file: string, ...lines: object[]): void => {
    const target = path.join(home, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  const at = '2030-03-10T10:00:00.000Z'
  const ask = 'Which one do you want?'

  it.each<{ client: string; write(): void; tokens: number }>([
    {
      client: 'codex',
      write: () =>
        put(
          '.codex/sessions/2030/03/10/rollout-1.jsonl',
          { timestamp: at, type: 'session_meta', payload: { id: 'c1', cwd: '/w/shop' } },
          { timestamp: at, type: 'turn_context', payload: { model: 'gpt-5', cwd: '/w/shop' } },
          {
            timestamp: at,
            type: 'event_msg',
            payload: { type: 'user_message', message: 'Fix it' },
          },
          { timestamp: at, type: 'event_msg', payload: { type: 'agent_message', message: ask } },
          {
            timestamp: at,
            type: 'event_msg',
            payload: {
              type: 'token_count',
              info: {
                total_token_usage: { input_tokens: 90, cached_input_tokens: 40, output_tokens: 10 },
              },
            },
          },
        ),
      tokens: 100,
    },
    {
      client: 'gemini',
      write: () =>
        put(
          '.gemini/tmp/abc/chats/session-1.jsonl',
          { sessionId: 'g1', projectHash: 'abc', startTime: at },
          { id: '1', timestamp: at, type: 'user', content: 'Fix it' },
          {
            id: '2',
            timestamp: at,
            type: 'gemini',
            content: ask,
            model: 'gemini-2.5-pro',
            tokens: { input: 90, output: 10, total: 100 },
          },
        ),
      tokens: 100,
    },
    {
      client: 'copilot',
      write: () =>
        put(
          '.copilot/session-state/p1/events.jsonl',
          {
            type: 'session.start',
            timestamp: at,
            data: { sessionId: 'p1', copilotVersion: '1', context: { cwd: '/w/shop' } },
          },
          { type: 'user.message', timestamp: at, data: { content: 'Fix it' } },
          { type: 'assistant.message', timestamp: at, data: { content: ask, messageId: '1' } },
          {
            type: 'session.shutdown',
            timestamp: at,
            data: { modelMetrics: { 'gpt-5': { usage: { inputTokens: 90, outputTokens: 10 } } } },
          },
        ),
      tokens: 100,
    },
    {
      client: 'opencode',
      write() {
        const folder = path.join(home, '.local/share/opencode')
        mkdirSync(folder, { recursive: true })
        const database = new (loadSqlite().DatabaseSync)(path.join(folder, 'opencode.db'))
        database.exec(`PRAGMA journal_mode = WAL;
          CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, time_updated INTEGER);
          CREATE TABLE message (id TEXT, session_id TEXT, data TEXT);
          CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);`)
        const time = { created: Date.parse(at), completed: Date.parse(at) }
        const tokens = { input: 30, output: 10, reasoning: 0, cache: { read: 50, write: 10 } }
        const row = (table: string, ...values: unknown[]): void =>
          void database
            .prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`)
            .run(...values)
        row('session', 'o1', '/w/shop', null, Date.parse(at))
        row('message', 'm1', 'o1', JSON.stringify({ role: 'user', time }))
        row('part', 'p1', 'm1', 'o1', JSON.stringify({ type: 'text', text: 'Fix it' }))
        const info = { role: 'assistant', time, modelID: 'gpt-5', tokens }
        row('message', 'm2', 'o1', JSON.stringify(info))
        row('part', 'p2', 'm2', 'o1', JSON.stringify({ type: 'text', text: ask }))
        // Left as it is while the client runs, with what is only in its log.
        opened.push(database)
      },
      tokens: 100,
    },
  ])('finds and reads sessions of $client', async ({ client, write, tokens }) => {
    write()
    const before = files()
    const { sessions, troubles, spent } = await audit()
    expect(troubles).toEqual([])
    expect(sessions).toMatchObject([{ agent: client, turns: 1, end: 'waiting', why: ask }])
    expect(spent.tokens).toBe(tokens)
    expect(files().filter((file) => !before.includes(file))).toEqual([
      '.local/state/reflectory/audit/sessions.jsonl',
    ])
    await reflect(['audit', '--keep'])
    expect((await audit()).sessions).toHaveLength(1)
  })

  const opened: { close(): void }[] = []
  afterEach(() => {
    for (const database of opened.splice(0)) database.close()
  })

  it('names a database that is none, and goes on', async () => {
    put('.local/share/opencode/opencode.db', { no: 'database' })
    session('good', [fix, { says: 'Hm.' }])
    const { sessions, troubles } = await audit()
    expect(sessions).toHaveLength(1)
    expect(troubles.map((one) => path.basename(one.path))).toEqual(['opencode.db'])
  })
})
