import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/claude-code.js'
import { wake } from '../../src/hook/wake.js'
import type { DueRow } from '../../src/schema/due-row.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { Store } from '../../src/store.js'
import { openSandbox } from '../support/sandbox.js'
import type { Finished, Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const ATTENDED = { ...SOLO, CLAUDE_CODE_SESSION_ATTENDED: '1' }

/** A session whose context was compressed in the middle of its work, and which then stopped. */
function openSession(sandbox: Sandbox) {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  const file = path.join(folder, 's1.jsonl')
  mkdirSync(folder, { recursive: true })
  const line = (type: string, content: unknown, fields = {}) =>
    JSON.stringify({ type, sessionId: 's1', message: { role: type, content }, ...fields })
  const text = 'Add a login page with a form and a test'
  writeFileSync(
    file,
    [
      line('user', text),
      line('assistant', [
        { type: 'tool_use', id: 't1', name: 'Write', input: { file_path: 'a.ts', content: 'x' } },
      ]),
      line('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]),
      line('assistant', [{ type: 'text', text: 'The form is there.' }]),
      '',
    ].join('\n'),
  )
  const common = { session_id: 's1', cwd: sandbox.root, transcript_path: file }
  const stop = { ...common, hook_event_name: 'Stop', last_assistant_message: 'The form is there.' }
  return {
    payload: stop,
    prompt: (prompt = text) =>
      sandbox.hook(
        ['claude-code', 'UserPromptSubmit'],
        { ...common, hook_event_name: 'UserPromptSubmit', prompt },
        SOLO,
      ),
    stop: (env: NodeJS.ProcessEnv = ATTENDED) => sandbox.hook(['claude-code', 'Stop'], stop, env),
    wake: (env: NodeJS.ProcessEnv = ATTENDED, payload: object | string = stop) =>
      sandbox.hook(['claude-code', 'wake'], payload, env),
  }
}

async function withStore<T>(sandbox: Sandbox, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

const dueIn = (ms: number, fields: Partial<DueRow> = {}): DueRow => ({
  id: 'compaction-look:s1',
  sessionId: 's1',
  kind: 'compaction-look',
  owner: 'wake-entry',
  dueAt: new Date(Date.now() + ms).toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  payload: { looks: '0' },
  ...fields,
})
const plan = (sandbox: Sandbox, row: DueRow) =>
  withStore(sandbox, (store) => store.add([{ kind: 'due', record: row }]))
const logged = (sandbox: Sandbox, kinds?: string[]) =>
  withStore(sandbox, (store) =>
    store.readEvents({ limit: 100, ...(kinds === undefined ? {} : { kinds }) }),
  )

/** A session at rest: prompted, and its stop let through. */
async function atRest(sandbox: Sandbox) {
  const session = openSession(sandbox)
  await session.prompt()
  expect(await session.stop()).toMatchObject({ code: 0, stderr: '' })
  return session
}

const SILENT: Finished = { code: 0, stdout: '', stderr: '' }

describe('the wake entry', () => {
  it('wakes an attended session with what is due, after "go on" was recorded', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(300))
    const { code, stdout, stderr } = await session.wake()
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('login page')
    const settled = (await logged(sandbox, ['guard.settled'])).at(-1)
    expect(settled?.body).toMatchObject({ action: { kind: 'continue', text: stderr.trim() } })
    expect(
      await withStore(sandbox, (store) => store.list('due', { kind: 'compaction-look' })),
    ).toEqual([])
  })

  it('does what is due once, whoever else waits for it', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(0))
    const all = await Promise.all([session.wake(), session.wake(), session.wake()])
    expect(all.filter(({ code }) => code === 2)).toHaveLength(1)
    expect(all.filter(({ code }) => code !== 2)).toEqual([SILENT, SILENT])
  })

  it('waits while the hook of its stop is still at work', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox)
    await session.prompt()
    await plan(sandbox, dueIn(3_000))
    const [woken, stopped] = await Promise.all([session.wake(), session.stop()])
    expect([woken.code, stopped.code]).toEqual([2, 0])
  })

  it('does not wait for what is planned after its stop', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(60_000))
    let sleeps = 0
    const text = await wake({
      ...sandbox,
      agent: claudeCode,
      env: { ...sandbox.env, ...ATTENDED },
      platform: process.platform,
      cwd: sandbox.root,
      stdin: Readable.from([Buffer.from(JSON.stringify(session.payload))]),
      now: () => new Date(),
      sleep: async () => {
        sleeps += 1
        await plan(sandbox, dueIn(300_000))
      },
    })
    expect({ text, sleeps }).toEqual({ text: null, sleeps: 1 })
  })

  it('records nothing and ends when nothing is planned', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    const before = await logged(sandbox)
    expect(await session.wake()).toEqual(SILENT)
    expect(await logged(sandbox)).toEqual(before)
  })

  it('wakes no session, and leaves what is due, where no person attends or it may not speak', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(0))
    for (const env of [
      { ...SOLO, CLAUDE_CODE_SESSION_ATTENDED: '0' },
      SOLO,
      { ...ATTENDED, REFLECTION_MODE: 'off' },
      { ...ATTENDED, REFLECTION_MODE: 'orchestrated' },
    ]) {
      expect(await session.wake(env)).toEqual(SILENT)
    }
    expect(
      await withStore(sandbox, (store) => store.list('due', { kind: 'compaction-look' })),
    ).toHaveLength(1)
  })

  it.each<{ name: string; row: Partial<DueRow> }>([
    { name: 'another watcher', row: { owner: 'server' } },
    { name: 'a time that is over', row: { expiresAt: new Date(0).toISOString() } },
    { name: 'an unknown owner', row: { kind: 'no-such-thing' } },
    { name: 'a look at its silence', row: { kind: 'stall-look' } },
  ])(
    'wakes no session for what is due for $name',
    async ({ row }) => {
      const sandbox = openSandbox()
      const session = await atRest(sandbox)
      await plan(sandbox, dueIn(0, row))
      expect(await session.wake()).toEqual(SILENT)
    },
    20_000,
  )

  it('wakes no session when the session went on by itself before it was due', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(3_000))
    const waking = session.wake()
    await session.prompt('Now the logout page')
    expect(await waking).toEqual(SILENT)
  }, 20_000)

  it('wakes no session for a payload that is no stop of a session', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    await plan(sandbox, dueIn(0))
    for (const payload of [
      '',
      'Stop',
      { hook_event_name: 'SessionEnd', session_id: 's1' },
      { hook_event_name: 'Stop' },
    ]) {
      expect(await session.wake(ATTENDED, payload)).toEqual(SILENT)
    }
  })

  it('wakes no session where nothing was ever recorded, and makes no database', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox)
    expect(await session.wake()).toEqual(SILENT)
    expect(existsSync(path.join(sandbox.stateDir(), 'reflectory.db'))).toBe(false)
  })

  it('wakes no session when its store is broken', async () => {
    const sandbox = openSandbox()
    const session = await atRest(sandbox)
    const database = path.join(sandbox.stateDir(), 'reflectory.db')
    rmSync(`${database}-wal`, { force: true })
    writeFileSync(database, 'no database at all')
    expect(await session.wake()).toEqual(SILENT)
  })

  it.each(['codex', 'generic', 'nobody'])('is nothing that %s has', async (agent) => {
    const sandbox = openSandbox()
    const done = await sandbox.hook([agent, 'wake'], { kind: 'session-stopped' }, ATTENDED)
    expect(done).toEqual(SILENT)
  })
})

it('ends with 1, which wakes no session, when the script is gone', () => {
  const sandbox = openSandbox()
  const gone = path.join(sandbox.base, 'hook.cjs')
  const { status } = spawnSync(process.execPath, [gone, 'claude-code', 'wake'], { input: '{}' })
  expect(status).toBe(1)
})
