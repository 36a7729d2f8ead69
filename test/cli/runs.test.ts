import { describe, expect, it } from 'vitest'
import { openStore, openWorkspace } from '../../src/wiring/workspace.js'
import type { RunRow } from '../../src/schema/run-record.js'
import type { WeakenedCheck } from '../../src/schema/weakened-check.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const row = (id: string, session: string, review: boolean, reasons: string[] = []): RunRow => ({
  id,
  record: {
    schema: 'reflection.v1',
    task_ref: 'shop#main',
    agent: 'claude-code',
    session_id: session,
    timestamp: `2026-03-0${id.at(-1)}T12:00:00.000Z`,
    repo: 'shop',
    confidence: null,
    most_likely_wrong: null,
    known_not_in_diff: null,
    risk: review
      ? { needs_review: true, score: 1, surface: 'auth', reason: 'auth: src/auth/login.ts' }
      : { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' },
    files_changed: review ? ['src/auth/login.ts'] : [],
    provenance: {
      source: 'stop-hook',
      reflection_attempt: 1,
      degraded: reasons.length > 0,
      reflection_mode: 'solo',
    },
  },
  degraded_reasons: reasons,
  declared_vs_computed: null,
  self_report_fingerprint: null,
})

const RUNS = [
  row('r1', 's1', false),
  row('r2', 's2', true, ['no self-report']),
  row('x3', 's1', true),
]

async function openRecorded(runs: readonly RunRow[] = RUNS): Promise<OpenedCli> {
  const cli = openCli()
  const { root: cwd, env, home } = cli
  const input = { cwd, env, home, platform: process.platform, now: new Date() }
  const store = await openStore(await openWorkspace(input), { busyTimeoutMs: 1000, drainRows: 0 })
  await store.add(runs.map((record) => ({ kind: 'run', record })))
  await store.close()
  return cli
}

describe('reflect runs', () => {
  it.each([
    [[], ['x3', 'r2', 'r1']],
    [['--needs-review'], ['x3', 'r2']],
    [
      ['--session', 's1'],
      ['x3', 'r1'],
    ],
    [['--limit', '1'], ['x3']],
    [
      ['--session', 's1…'],
      ['x3', 'r1'],
    ],
  ])('lists with %j the runs %j', async (options, ids) => {
    const cli = await openRecorded()
    const { code, out } = await cli.run(['runs', ...options, '--json'])
    const { runs } = JSON.parse(out) as { runs: RunRow[] }
    expect([code, runs.map(({ id }) => id)]).toEqual([0, ids])
  })

  it('tells people risk, files and what is incomplete', async () => {
    const cli = await openRecorded()
    const { out } = await cli.run(['runs', '--session', 's2'])
    expect(out.split('\n').at(-1)).toMatch(/^r2 .* claude-code +s2 +1 +1 +risk +no self-report$/)
  })

  it('tells of no fault where no self-report was asked for', async () => {
    const cli = await openRecorded([row('r3', 's3', true, ['not_asked'])])
    expect((await cli.run(['runs'])).out.split('\n').at(-1)).toMatch(/risk +–$/)
    expect((await cli.run(['runs', 'show', 'r3'])).out).not.toContain('not_asked')
  })

  it.each([
    ['latest', 'x3'],
    ['r2', 'r2'],
    ['x', 'x3'],
    ['x…', 'x3'],
  ])('shows %s whole', async (name, id) => {
    const cli = await openRecorded()
    const { out } = await cli.run(['runs', 'show', name, '--json'])
    expect(JSON.parse(out)).toEqual(RUNS.find((run) => run.id === id))
  })

  it.each([
    [['runs', 'show', 'r'], 2, 'Write more of the id: r2, r1.'],
    [['runs', '--session', 's'], 2, '2 sessions have an id that begins with "s"'],
    [['runs', '--session', 'nobody'], 1, 'No session has an id that begins with "nobody"'],
    [['runs', 'show', 'none'], 1, 'No run has an id that begins with "none"'],
  ])('refuses %j with code %d', async (argv, code, says) => {
    const cli = await openRecorded()
    const done = await cli.run(argv)
    expect(done.notes).toContain(says)
    expect(done.code).toBe(code)
  })

  it('adds no run of its own a second time, and a foreign one once', async () => {
    const cli = await openRecorded([row('r1', 's1', false)])
    cli.write('.reflection/runs/a.reflection.json', JSON.stringify(row('r1', 's1', false).record))
    const { record } = row('o4', 'elsewhere', false)
    cli.write('.reflection/runs/b.reflection.json', JSON.stringify(record))
    const adding = async () => (await cli.run(['runs', 'import', '.reflection/runs'])).out
    expect(await adding()).toBe('1 run of 2 files added')
    expect(await adding()).toBe('0 runs of 2 files added')
  })

  it('lists a run that weakened a check with what needs a review', async () => {
    const weakened: WeakenedCheck = {
      kind: 'skipped',
      file: 'a.test.ts',
      names: [],
      detail: 'a test is skipped',
      hash: 'h',
      red: false,
      asked: false,
      disclosed: false,
      pushes: false,
    }
    const cli = await openRecorded([
      row('r1', 's1', false),
      { ...row('r2', 's2', false), weakened_checks: [weakened] },
    ])
    const { out: listed } = await cli.run(['runs', '--needs-review'])
    expect(listed.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^r2 .* weakened checks +–$/),
    ])
    const { out: review } = await cli.run(['runs', '--review'])
    expect(review).toMatch(/^run +r2, /)
    expect(review).toMatch(/^because +a check is weaker: .*a test is skipped/m)
    expect(review).toMatch(/^asked +not known$/m)
    expect(review).not.toContain('r1')
    const status = JSON.parse((await cli.run(['status', '--json'])).out) as object
    expect(status).toMatchObject({ runs: 2, needReview: 1 })
  })

  it('says that nothing waits where runs are recorded and none needs a review', async () => {
    const cli = await openRecorded([row('r1', 's1', false)])
    expect((await cli.run(['runs', '--review'])).out).toBe('No run waits for a review.')
  })

  it('makes no database where there is none', async () => {
    const cli = openCli()
    const listed = await cli.run(['runs'])
    const shown = await cli.run(['runs', 'show', 'latest'])
    expect([listed.code, listed.out.split('.')[0], shown.code]).toEqual([
      0,
      'No run is recorded here',
      1,
    ])
    expect(cli.inHome('.local/state')).toBeNull()
  })
})
