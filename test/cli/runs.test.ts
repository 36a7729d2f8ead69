import { describe, expect, it } from 'vitest'
import { openStore, openWorkspace } from '../../src/workspace.js'
import type { RunRow } from '../../src/schema/run-record.js'
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

async function openRecorded(): Promise<OpenedCli> {
  const cli = openCli()
  const { root: cwd, env, home } = cli
  const input = { cwd, env, home, platform: process.platform, now: new Date() }
  const store = await openStore(await openWorkspace(input), { busyTimeoutMs: 1000, drainRows: 0 })
  await store.add(RUNS.map((record) => ({ kind: 'run', record })))
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
    [['--session', 'nobody'], []],
  ])('lists with %j the runs %j', async (options, ids) => {
    const cli = await openRecorded()
    const { code, out } = await cli.run(['runs', ...options, '--json'])
    const { runs } = JSON.parse(out) as { runs: RunRow[] }
    expect([code, runs.map(({ id }) => id)]).toEqual([0, ids])
  })

  it('tells people risk, files and what is incomplete', async () => {
    const cli = await openRecorded()
    const { out } = await cli.run(['runs', '--session', 's2'])
    expect(out.split('\n').at(-1)).toMatch(
      /^r2 .* claude-code +s2 +1 needs review +1 +– +no self-report$/,
    )
  })

  it.each([
    ['latest', 'x3'],
    ['r2', 'r2'],
    ['x', 'x3'],
  ])('shows %s whole', async (name, id) => {
    const cli = await openRecorded()
    const { out } = await cli.run(['runs', 'show', name, '--json'])
    expect(JSON.parse(out)).toEqual(RUNS.find((run) => run.id === id))
  })

  it.each([
    [['runs', 'show', 'r'], 1, '2 runs have an id that begins with "r"'],
    [['runs', 'show', 'none'], 1, 'No run has an id that begins with "none"'],
    [['runs', 'shw'], 2, 'Did you mean `reflect runs show`?'],
    [['runs', 'list', 'r1'], 2, 'reflect runs show r1'],
    [['runs', '--limit', '0'], 2, 'is not a count'],
    [['runs', '--limit', 'many'], 2, 'is not a count'],
  ])('refuses %j with code %d', async (argv, code, says) => {
    const cli = await openRecorded()
    const done = await cli.run(argv)
    expect(done.notes).toContain(says)
    expect(done.code).toBe(code)
  })

  it('makes no database where there is none', async () => {
    const cli = openCli()
    const listed = await cli.run(['runs'])
    const shown = await cli.run(['runs', 'show', 'latest'])
    expect([listed.code, listed.out.split('.')[0], shown.code]).toEqual([
      0,
      'No such run is recorded here',
      1,
    ])
    expect(cli.inHome('.local/state')).toBeNull()
  })
})
