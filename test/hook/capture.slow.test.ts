import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../src/schema/run-record.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

function stop({ root }: Sandbox, fields: object = {}): object {
  return { hook_event_name: 'Stop', session_id: 's1', cwd: root, ...fields }
}

function commit(sandbox: Sandbox): void {
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'work')
}

async function readStore<T>(
  sandbox: Sandbox,
  read: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

describe('a stop in solo mode', () => {
  it.skipIf(process.platform === 'win32')(
    'leaves nothing beside the work that others could read (Windows has no modes)',
    async () => {
      const sandbox = openSandbox()
      mkdirSync(path.join(sandbox.root, '.reflection', 'runs'), { recursive: true, mode: 0o755 })
      await sandbox.hook(['claude-code'], stop(sandbox, { last_assistant_message: 'Done.' }), SOLO)
      const all = ['', ...readdirSync(path.join(sandbox.root, '.reflection'), { recursive: true })]
      const modes = all.map((name) => {
        const stat = statSync(path.join(sandbox.root, '.reflection', String(name)))
        return `${stat.isDirectory() ? 'folder' : 'file'} ${(stat.mode & 0o777).toString(8)}`
      })
      expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
    },
  )

  it('writes a valid record beside the work and into the store, and says nothing', async () => {
    const sandbox = openSandbox()
    sandbox.write('README.md', '# Shop\n')
    commit(sandbox)
    await sandbox.hook(
      ['claude-code'],
      { hook_event_name: 'SessionStart', session_id: 's1', cwd: sandbox.root, source: 'startup' },
      SOLO,
    )
    sandbox.write('src/auth/login.ts', 'export {}\n')
    commit(sandbox)
    sandbox.write('notes.md', 'untracked\n')

    const done = await sandbox.hook(['claude-code'], stop(sandbox), SOLO)

    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    const [record, ...others] = sandbox.sidecars()
    expect(others).toEqual([])
    expect(RunRecord.parse(record)).toEqual({
      schema: 'reflection.v1',
      task_ref: 'repo#main',
      agent: 'claude-code',
      session_id: 's1',
      timestamp: expect.stringMatching(/^\d{4}-/),
      repo: 'repo',
      confidence: null,
      most_likely_wrong: null,
      known_not_in_diff: null,
      risk: {
        needs_review: true,
        score: 1,
        surface: 'auth',
        reason: expect.stringContaining('src/auth/login.ts'),
      },
      files_changed: ['notes.md', 'src/auth/login.ts'],
      provenance: {
        source: 'stop-hook',
        reflection_attempt: 1,
        degraded: true,
        reflection_mode: 'solo',
      },
    })
    const [row] = await readStore(sandbox, (store) => store.list('run'))
    expect(row).toEqual({
      id: expect.any(String),
      record,
      degraded_reasons: ['not_asked'],
      declared_vs_computed: null,
      self_report_fingerprint: null,
      weakened_checks: [],
      rank: expect.any(Number),
      // The first hook of the day looked at the history.
      earlier_fixes: { fixes: 0, files: 0, newest: null },
      review_advice: null,
    })
  })

  it('counts its captures, and keeps the project of the first event when the agent changes folder', async () => {
    const sandbox = openSandbox()
    const elsewhere = path.join(sandbox.base, 'elsewhere')
    mkdirSync(elsewhere)
    await sandbox.hook(['claude-code'], stop(sandbox), SOLO)
    await sandbox.hook(['claude-code'], stop(sandbox, { cwd: elsewhere }), SOLO)
    const attempts = sandbox
      .sidecars()
      .map((record) => RunRecord.parse(record).provenance.reflection_attempt)
    expect(attempts).toEqual([1, 2])
  })

  it('takes a stop that is delivered twice once', async () => {
    const sandbox = openSandbox()
    const transcript = path.join(sandbox.home, '.claude', 'projects', 'p', 's1.jsonl')
    mkdirSync(path.dirname(transcript), { recursive: true })
    writeFileSync(transcript, '{}\n')
    const payload = stop(sandbox, { transcript_path: transcript })
    await sandbox.hook(['claude-code'], payload, SOLO)
    await sandbox.hook(['claude-code'], payload, SOLO)
    expect(sandbox.sidecars()).toHaveLength(1)

    writeFileSync(transcript, '{}\n{}\n')
    await sandbox.hook(['claude-code'], payload, SOLO)
    expect(sandbox.sidecars()).toHaveLength(2)
  })

  it('answers a generic agent with an action', async () => {
    const sandbox = openSandbox()
    const event = { kind: 'session-stopped', sessionId: 'g1', cwd: sandbox.root }
    const done = await sandbox.hook(['generic'], event, SOLO)
    expect(JSON.parse(done.stdout)).toEqual({ kind: 'none', reason: 'captured' })
  })

  it('merges a self-report of this session and ignores it in another one', async () => {
    const sandbox = openSandbox()
    sandbox.write('src/auth/login.ts', 'export {}\n')
    const report = {
      confidence: 0.4,
      most_likely_wrong: { surface: 'ui', description: 'the label' },
    }
    const file = sandbox.write('.reflection/reflection-input.json', JSON.stringify(report))
    const later = Date.now() / 1000 + 3600
    utimesSync(file, later, later)
    await sandbox.hook(['claude-code'], stop(sandbox), SOLO)
    await sandbox.hook(['claude-code'], stop(sandbox), SOLO)
    await sandbox.hook(['claude-code'], stop(sandbox, { session_id: 's2' }), SOLO)
    const rows = await readStore(sandbox, (store) => store.list('run', { order: 'oldest' }))
    expect(
      rows.map(({ record, declared_vs_computed, degraded_reasons }) => ({
        confidence: record.confidence,
        declared: declared_vs_computed,
        degraded: record.provenance.degraded,
        reasons: degraded_reasons,
      })),
    ).toEqual([
      { confidence: 0.4, declared: 'declared_lower', degraded: false, reasons: [] },
      { confidence: 0.4, declared: 'declared_lower', degraded: false, reasons: [] },
      {
        confidence: null,
        declared: null,
        degraded: true,
        reasons: ['not_asked'],
      },
    ])
  })
})

describe('a stop in orchestrated mode', () => {
  it('is recorded, and never a decision', async () => {
    const sandbox = openSandbox()
    const done = await sandbox.hook(['claude-code'], stop(sandbox), {
      REFLECTION_MODE: 'orchestrated',
    })
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(RunRecord.parse(sandbox.sidecars()[0]).provenance.reflection_mode).toBe('orchestrated')
  })
})

const line = (type: string, text: string, rest: object = {}) =>
  `${JSON.stringify({ type, message: { role: type, content: [{ type: 'text', text }] }, ...rest })}\n`

describe('an abort that only the transcript shows', () => {
  const aborted = [
    line('user', 'Fix the sum'),
    line('assistant', 'I look at'),
    line('user', '[Request interrupted by user]', { uuid: 'u7' }),
  ].join('')

  it.each([
    { event: 'SessionEnd', text: aborted, told: ['abort-u7'] },
    { event: 'UserPromptSubmit', text: aborted, told: ['abort-u7'] },
    { event: 'SessionEnd', text: `${aborted}${line('user', 'Go on')}`, told: [] },
  ])('is recorded as $told before $event, once', async ({ event, text, told }) => {
    const sandbox = openSandbox()
    const transcript_path = sandbox.write('../home/.claude/projects/p/s1.jsonl', text)
    const payload = { session_id: 's1', cwd: sandbox.root, transcript_path, prompt: 'Go on' }
    await sandbox.hook(['claude-code', event], payload, SOLO)
    await sandbox.hook(['claude-code', event], { ...payload, reason: 'other' }, SOLO)
    const aborts = await readStore(sandbox, (store) =>
      store.readEvents({ sessionId: 's1', kinds: ['agent.session-aborted'] }),
    )
    expect(aborts.map(({ body }) => (body as { id: string }).id)).toEqual(told)
  })
})
