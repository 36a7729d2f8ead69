import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { confidentRun, sessionEnd } from '../../src/experiments/__fixtures__/confident-run.js'
import type { RecordOf, RecordWrite } from '../../src/schema/records.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

/** Earlier sessions of the project: what their agent said, and how they ended by their checks. */
const ended = (name: string, confidence: number, right: number, wrong: number): RecordWrite[] =>
  Array.from({ length: right + wrong }, (_, i): RecordWrite[] => {
    const sessionId = `${name}-${i}`
    const timestamp = '2026-01-01T00:00:00.000Z'
    const end = sessionEnd(sessionId, i < right ? 'completed' : 'failed', 'recorded_checks')
    return [
      { kind: 'run', record: confidentRun({ id: sessionId, sessionId, confidence, timestamp }) },
      { kind: 'session_outcome', record: end },
    ]
  }).flat()

async function add(sandbox: Sandbox, writes: RecordWrite[]): Promise<void> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  await store.add(writes)
  await store.close()
}

/** An agent that is sure of its work, or says nothing, and stops. */
async function stop(sandbox: Sandbox, session: string, confidence: number | null): Promise<void> {
  const at = { session_id: session, cwd: sandbox.root }
  await sandbox.hook(['claude-code'], { hook_event_name: 'SessionStart', ...at }, SOLO)
  sandbox.write('src/auth/login.ts', `export const by = '${session}'\n`)
  if (confidence !== null) {
    sandbox.write('.reflection/reflection-input.json', JSON.stringify({ confidence }))
  }
  const done = await sandbox.hook(['claude-code'], { hook_event_name: 'Stop', ...at }, SOLO)
  expect(done).toMatchObject({ code: 0, stderr: '' })
}

async function reviewList(sandbox: Sandbox): Promise<RecordOf<'run'>[]> {
  const { stdout } = await sandbox.reflect(['runs', '--review', '--json'])
  return (JSON.parse(stdout) as { runs: RecordOf<'run'>[] }).runs
}

const order = (rows: RecordOf<'run'>[]): string[] => rows.map(({ record }) => record.session_id)

describe('review advice', () => {
  it('comes with a pass, moves the run down, and goes when P1 falls; the floor stays', async () => {
    const sandbox = openSandbox()
    await stop(sandbox, 'silent', null)
    await stop(sandbox, 'sure-before', 0.95)
    const before = await reviewList(sandbox)
    expect(order(before)).toEqual(['sure-before', 'silent'])
    expect(before[0]?.review_advice).toBeNull()

    await add(sandbox, [
      ...ended('sure', 0.99, 120, 10),
      ...ended('fair', 0.85, 40, 30),
      ...ended('doubt', 0.1, 20, 180),
    ])
    expect((await sandbox.reflect(['experiment', 'status'])).stdout).toContain('P1  passed')
    // A self-report that another session handed in would not count.
    await stop(sandbox, 'sure-after', 0.96)
    const on = await reviewList(sandbox)
    expect(order(on)).toEqual(['silent', 'sure-after', 'sure-before'])
    expect(on[1]?.review_advice).toMatchObject({
      order: 'later',
      reason: expect.stringContaining('the agent is 0.96 sure, and P1 passed: AUC'),
    })

    await add(sandbox, ended('fallen', 0.99, 0, 200))
    expect((await sandbox.reflect(['experiment', 'status'])).stdout).toContain('P1  killed')
    const after = await reviewList(sandbox)
    expect(order(after)).toEqual(['sure-after', 'sure-before', 'silent'])
    expect(after.every((run) => (run.review_advice ?? null) === null)).toBe(true)
    for (const { record } of [...before, ...on, ...after]) {
      expect(record.risk).toMatchObject({ needs_review: true, score: 1, surface: 'auth' })
    }
  })

  it('waits for no other process: a stop looks at P1 itself when it was not looked at', async () => {
    const sandbox = openSandbox()
    sandbox.git('commit', '--quiet', '--allow-empty', '-m', 'begin')
    await stop(sandbox, 'silent', null)
    await add(sandbox, [
      ...ended('sure', 0.99, 120, 10),
      ...ended('fair', 0.85, 40, 30),
      ...ended('doubt', 0.1, 20, 180),
    ])
    const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
    await store.expire('cache', '9999-12-31T23:59:59.999Z', 1000)
    await store.close()
    await stop(sandbox, 'sure-after', 0.95)
    const reread = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
    const [run] = await reread.list('run', { sessionId: 'sure-after' })
    await reread.close()
    expect(run?.review_advice).toMatchObject({ order: 'later' })

    for (const [session, confidence] of [
      ['wrong-1', 0.96],
      ['wrong-2', 0.97],
      ['wrong-3', 0.98],
    ] as const) {
      await stop(sandbox, session, confidence)
      const at = { session_id: session, cwd: sandbox.root }
      const prompt = "That's wrong, the login still fails with the same error."
      await sandbox.hook(
        ['claude-code'],
        { hook_event_name: 'UserPromptSubmit', prompt, ...at },
        SOLO,
      )
      await sandbox.hook(['claude-code'], { hook_event_name: 'SessionEnd', ...at }, SOLO)
    }
    const { stdout } = await sandbox.reflect(['cycle'])
    expect(stdout).toContain(
      'sure_and_wrong: of the last 3 sessions that the agent was sure of, 3 were wrong\n  sessions: wrong-3, wrong-2, wrong-1',
    )

    // Nothing is left for confidence to catch: what rests on it is over.
    fixedFeatures(sandbox, 'checked', 90, true)
    const { stdout: gates } = await sandbox.reflect(['experiment', 'status'])
    expect(gates).toMatch(/^ {2}off +Find where the agent was sure and wrong/m)
    expect((await sandbox.reflect(['cycle'])).stdout).not.toContain('sure_and_wrong')
  })
})

/** Features, each followed by a fix a day later; with a test of its own, or with none. */
function fixedFeatures(sandbox: Sandbox, name: string, pairs: number, withTest: boolean): void {
  const start = sandbox.git('rev-parse', '--verify', '--quiet', 'HEAD').trim()
  const lines: string[] = []
  for (let n = 0; n < 2 * pairs; n += 1) {
    const [isFix, file] = [n % 2 === 1, `src/${name}${n >> 1}`]
    const subject = `${isFix ? 'fix' : 'feat'}: ${name} ${n >> 1}`
    const text = `export const n = ${n}\n`
    const write = (path: string) => `M 100644 inline ${path}\ndata ${text.length}\n${text}`
    lines.push(
      `commit refs/heads/main\ncommitter T <t@example.com> ${1_750_000_000 + n * 3600} +0000`,
      `data ${subject.length}\n${subject}`,
      ...(n === 0 ? [`from ${start}`] : []),
      write(`${file}.ts`),
      ...(isFix && withTest ? [write(`${file}.test.ts`)] : []),
      '',
    )
  }
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: sandbox.root,
    env: sandbox.env,
    input: `${lines.join('\n')}\n`,
  })
}

const sessions = (name: string, count: number, status: 'completed' | 'unknown'): RecordWrite[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'session_outcome',
    record: sessionEnd(`${name}-${n}`, status, status === 'unknown' ? 'none' : 'recorded_checks'),
  }))

describe('review advice and what the other gates say', () => {
  it('closes with a killed P2, is a note with a killed P3, and is back with a pass', async () => {
    const sandbox = openSandbox()
    sandbox.write('a.txt', 'a\n')
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'begin')
    await stop(sandbox, 'silent', null)
    await stop(sandbox, 'confident', 0.95)
    await add(sandbox, [
      ...ended('sure', 0.99, 120, 10),
      ...ended('fair', 0.85, 40, 30),
      ...ended('doubt', 0.1, 20, 180),
    ])
    const see = async () => {
      const { stdout } = await sandbox.reflect(['experiment', 'status'])
      const [, use] = /^ {2}(\w+) +Order the review list/m.exec(stdout) ?? []
      const rows = await reviewList(sandbox)
      const advice = rows.find(({ record }) => record.session_id === 'confident')?.review_advice
      const states = [...stdout.matchAll(/^P(\d) +(\w+)/gm)].map(
        ([, id, state]) => `P${id} ${state}`,
      )
      return { states, use, first: order(rows)[0], advice: advice?.order ?? null }
    }
    const on = { use: 'on', first: 'silent', advice: 'later' }
    expect(await see()).toMatchObject(on)

    fixedFeatures(sandbox, 'checked', 90, true)
    expect(await see()).toEqual({
      states: ['P1 passed', 'P2 killed', 'P3 passed'],
      use: 'off',
      first: 'confident',
      advice: null,
    })
    // The next stop of the client gets none either.
    await stop(sandbox, 'sure-later', 0.97)
    const later = (await reviewList(sandbox)).find((row) => row.record.session_id === 'sure-later')
    expect(later?.review_advice ?? null).toBeNull()

    fixedFeatures(sandbox, 'unchecked', 60, false)
    expect(await see()).toMatchObject({ states: ['P1 passed', 'P2 passed', 'P3 passed'], ...on })

    await add(sandbox, sessions('dark', 2200, 'unknown'))
    expect(await see()).toEqual({
      states: ['P1 passed', 'P2 passed', 'P3 killed'],
      use: 'note',
      first: 'sure-later',
      advice: 'note',
    })
    await add(sandbox, sessions('light', 2200, 'completed'))
    expect(await see()).toMatchObject({ states: ['P1 passed', 'P2 passed', 'P3 passed'], ...on })
  })
})

describe('a change', () => {
  it('comes with the earlier fixes in its files, once the history was looked at', async () => {
    const sandbox = openSandbox()
    for (const subject of ['feat: login', 'fix: empty name', 'fix: long name']) {
      sandbox.write('src/auth/login.ts', `// ${subject}\n`)
      sandbox.git('add', '-A')
      sandbox.git('commit', '--quiet', '-m', subject)
    }
    await stop(sandbox, 's1', null)
    const risk = JSON.parse((await sandbox.reflect(['risk', '--json'])).stdout) as object
    expect(risk).toMatchObject({ earlier_fixes: { fixes: 2, files: 1 } })
    await stop(sandbox, 's2', null)
    const [run] = await reviewList(sandbox)
    expect(run).toMatchObject({
      record: { session_id: 's2' },
      earlier_fixes: { fixes: 2, files: 1 },
      rank: expect.closeTo(Math.log(2) + Math.log(2), 3),
    })
  })
})
