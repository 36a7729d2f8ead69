import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Action } from '../../src/schema/action.js'
import { RunRecord } from '../../src/schema/run-record.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { readTree } from '../support/read-tree.js'
import { HOOK, openSandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

describe('a hook that gets', () => {
  it.each([
    { what: 'broken JSON', payload: '{"session_id": "s1", ' },
    { what: 'nothing', payload: '' },
    {
      what: 'a payload of 9 MiB',
      payload: JSON.stringify({ session_id: 's1', pad: 'x'.repeat(9 << 20) }),
    },
    { what: 'bytes that are no text', payload: '\u0000\u0001\ufffd' },
    { what: 'null', payload: 'null' },
    { what: 'a number', payload: '7' },
    { what: 'a text', payload: '"text"' },
    { what: 'a list', payload: '[]' },
  ])('$what captures, degraded, and exits with 0', async ({ payload }) => {
    const sandbox = openSandbox()
    const done = await sandbox.hook(['claude-code', 'Stop'], payload, SOLO)
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    const record = RunRecord.parse(sandbox.sidecars()[0])
    expect(record).toMatchObject({ session_id: 'unknown', provenance: { degraded: true } })
  })

  it.each([
    { what: 'no JSON', payload: 'garbage', says: /not JSON/ },
    { what: 'an unknown kind', payload: '{"kind":"stopped"}', says: /at "kind"/ },
  ])('$what from a generic agent answers with 0 and what is wrong', async ({ payload, says }) => {
    const { code, stdout } = await openSandbox().hook(['generic'], payload, SOLO)
    expect(code).toBe(0)
    const text = expect.stringMatching(says) as string
    expect(Action.parse(JSON.parse(stdout))).toEqual({ kind: 'error', text })
  })

  it('an unknown kind from a generic agent says nothing when it is off', async () => {
    const env = { REFLECTION_MODE: 'off' }
    const done = await openSandbox().hook(['generic'], '{"kind":"stopped"}', env)
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('a transcript outside of its folder says so in the run and in doctor', async () => {
    const sandbox = openSandbox()
    const transcriptPath = path.join(sandbox.base, 'elsewhere.jsonl')
    writeFileSync(transcriptPath, '{"kind":"human","text":"Go"}\n')
    const payload = { kind: 'session-stopped', sessionId: 's1', cwd: sandbox.root, transcriptPath }
    await sandbox.hook(['generic'], payload, SOLO)
    const doctor = await sandbox.reflect(['doctor'], SOLO)
    expect(doctor.stdout).toContain('lies outside of the folder that it is read from')
    expect(doctor.stdout).toContain('Keep transcripts below ~/.reflectory/transcripts')
    const runs = await sandbox.reflect(['runs', 'show', 'latest'], SOLO)
    expect(runs.stdout).toContain('lies outside of the folder')
  })

  it('a session id that is a path writes nothing outside the output folder', async () => {
    const sandbox = openSandbox()
    const before = readTree(sandbox.root)
    await sandbox.hook(
      ['claude-code', 'Stop'],
      { session_id: '../../etc/x', cwd: sandbox.root },
      SOLO,
    )
    const added = Object.keys(readTree(sandbox.root)).filter((file) => !(file in before))
    expect(added.every((file) => file.startsWith('.reflection'))).toBe(true)
    expect(readdirSync(path.join(sandbox.root, '.reflection', 'runs'))).toEqual([
      expect.stringMatching(/^_\._\.\._etc_x-[0-9a-f]{8}-\d{8}T\d{9}Z\.reflection\.json$/),
    ])
    expect(RunRecord.parse(sandbox.sidecars()[0]).session_id).toBe('../../etc/x')
  })

  it.each([
    { event: 'Stop', degraded: 'the transcript that the payload names is not there' },
    // The client has written nothing yet when its first prompt comes.
    { event: 'UserPromptSubmit', degraded: null },
  ])('a transcript that is not there with $event says: $degraded', async ({ event, degraded }) => {
    const sandbox = openSandbox()
    const transcript_path = path.join(sandbox.home, '.claude', 'projects', 'p', 's1.jsonl')
    const payload = { session_id: 's1', cwd: sandbox.root, transcript_path, prompt: 'Go' }
    const done = await sandbox.hook(['claude-code', event], payload, SOLO)
    expect(done.code).toBe(0)
    const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
    const [, told] = await store.readEvents({ sessionId: 's1' })
    const [run] = await store.list('run')
    await store.close()
    expect(told?.body).toMatchObject({ transcriptPath: null, degraded })
    // At a stop the run record has it too, beside that no self-report was asked for.
    expect(run?.degraded_reasons).toEqual(degraded === null ? undefined : [degraded, 'not_asked'])
  })

  it.each(['Stop', 'SessionStart', 'UserPromptSubmit'])(
    'a folder that does not exist with %s makes none in the state directory',
    async (event) => {
      const sandbox = openSandbox()
      const payload = { session_id: 's1', cwd: path.join(sandbox.base, 'gone'), prompt: 'Go' }
      const done = await sandbox.hook(['claude-code', event], payload, SOLO)
      expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(existsSync(path.join(sandbox.base, 'gone'))).toBe(false)
      const state = path.join(sandbox.home, '.local', 'state', 'reflectory')
      expect(existsSync(state) ? readdirSync(state) : []).not.toContainEqual(
        expect.stringMatching(/^[0-9a-f]{16}$|^sessions$/),
      )
    },
  )

  it.each(['nobody', 'constructor', 'toString', '__proto__'])(
    'the unknown agent %s says nothing, logs it and exits with 0',
    async (name) => {
      const sandbox = openSandbox()
      const done = await sandbox.hook([name], '{}', SOLO)
      expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
      const log = readFileSync(path.join(sandbox.stateDir(), 'logs', 'hook.log'), 'utf8')
      expect(JSON.parse(log)).toMatchObject({ code: 'usage' })
    },
  )

  it('no git on its path captures, degraded', async () => {
    const sandbox = openSandbox()
    const done = await sandbox.hook(
      ['claude-code', 'Stop'],
      { session_id: 's1' },
      { ...SOLO, PATH: '/nonexistent' },
    )
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(RunRecord.parse(sandbox.sidecars()[0])).toMatchObject({
      files_changed: [],
      risk: { needs_review: false, reason: 'the change could not be seen (git was not found)' },
      provenance: { degraded: true },
    })
  })

  it('a repository in the middle of a rebase captures', async () => {
    const sandbox = openSandbox()
    sandbox.write('a.txt', 'one\n')
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'one')
    sandbox.git('checkout', '--quiet', '-b', 'side')
    sandbox.write('a.txt', 'side\n')
    sandbox.git('commit', '--quiet', '-am', 'side')
    sandbox.git('checkout', '--quiet', 'main')
    sandbox.write('a.txt', 'main\n')
    sandbox.git('commit', '--quiet', '-am', 'main')
    expect(() => sandbox.git('rebase', 'side')).toThrow(/Command failed/)
    await sandbox.hook(['claude-code', 'Stop'], { session_id: 's1' }, SOLO)
    expect(RunRecord.parse(sandbox.sidecars()[0]).files_changed).toEqual(['a.txt'])
  })

  it.each<{ what: string; user?: string; env?: Record<string, string>; says: string }>([
    {
      what: 'threshold of the user',
      user: 'mode: solo\nrun:\n  riskThreshold: 7\n',
      says: 'run.riskThreshold is 7; allowed: a number from 0 to 1',
    },
    {
      what: 'threshold of the environment',
      env: { ...SOLO, REFLECTION_RISK_THRESHOLD: 'high' },
      says: 'REFLECTION_RISK_THRESHOLD is "high"; allowed: a number from 0 to 1',
    },
    {
      what: 'key of the user',
      user: 'mode: solo\nrun:\n  riskTreshold: 0.3\n',
      says: 'run.riskTreshold',
    },
  ])('a wrong $what leaves a degraded record, and no push', async ({ user, env, says }) => {
    const sandbox = openSandbox()
    if (user !== undefined) sandbox.write('../home/.config/reflectory/reflection.yaml', user)
    sandbox.write('src/auth/login.ts', 'export {}\n')
    const stop = { session_id: 's1', last_assistant_message: 'All tests pass.' }
    const done = await sandbox.hook(['claude-code', 'Stop'], stop, env ?? {})
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(RunRecord.parse(sandbox.sidecars()[0])).toMatchObject({
      risk: { needs_review: true, score: 1 },
      provenance: { degraded: true, reflection_mode: 'orchestrated' },
    })
    const doctor = await sandbox.reflect(['doctor'], env ?? {})
    expect(doctor.stdout + doctor.stderr).toContain(says)
  })

  it('a wrong setting leaves nothing where the mode is off', async () => {
    const sandbox = openSandbox()
    const env = { REFLECTION_MODE: 'off', REFLECTION_RISK_THRESHOLD: 'high' }
    const done = await sandbox.hook(['claude-code', 'Stop'], { session_id: 's1' }, env)
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(path.join(sandbox.root, '.reflection'))).toBe(false)
  })

  it('a client that never closes its end gets its exit code within the budget', async () => {
    const sandbox = openSandbox()
    const child = spawn(process.execPath, [HOOK, 'claude-code', 'Stop'], {
      cwd: sandbox.root,
      env: { ...sandbox.env, ...SOLO },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.write('{"session_id":')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(0)
  })
})

describe('a hook that is short of time', () => {
  it('captures what it knows when git hangs, and gives the session back', async () => {
    const sandbox = openSandbox()
    const slow = sandbox.write('../bin/git', '#!/bin/sh\nsleep 30\n')
    chmodSync(slow, 0o755)
    const done = await sandbox.hook(
      ['claude-code', 'Stop'],
      { session_id: 's1', cwd: sandbox.root },
      { ...SOLO, PATH: `${path.dirname(slow)}:${sandbox.env['PATH']}` },
    )
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toEqual({
      systemMessage: expect.stringMatching(/had no time left; nothing was judged/),
    })
    expect(RunRecord.parse(sandbox.sidecars()[0])).toMatchObject({
      files_changed: [],
      provenance: { degraded: true },
    })
    const again = await sandbox.hook(
      ['generic'],
      { kind: 'session-stopped', sessionId: 's1' },
      SOLO,
    )
    expect(JSON.parse(again.stdout).reason).not.toBe('in_progress')
  })

  it('leaves no git behind that hangs when it needs no answer of it', async () => {
    const sandbox = openSandbox()
    const slow = sandbox.write(
      '../bin/git',
      '#!/bin/sh\necho $$ >> "$(dirname "$0")/pids"\nsleep 30\n',
    )
    chmodSync(slow, 0o755)
    const env = { ...SOLO, PATH: `${path.dirname(slow)}:${sandbox.env['PATH']}` }
    const ended = { session_id: 's1', cwd: sandbox.root }
    expect(await sandbox.hook(['claude-code', 'SessionEnd'], ended, env)).toMatchObject({ code: 0 })
    const pids = path.join(path.dirname(slow), 'pids')
    // It may have been ended before it came to write its number.
    const [pid] = existsSync(pids) ? readFileSync(pids, 'utf8').split('\n') : []
    await expect.poll(() => isRunning(Number(pid ?? 0))).toBe(false)
  })

  it('asks git where there is no temporary folder', async () => {
    const sandbox = openSandbox()
    sandbox.write('src/login.ts', 'export {}\n')
    const stop = { session_id: 's1', cwd: sandbox.root, last_assistant_message: 'Done.' }
    const env = { ...SOLO, TMPDIR: '/nonexistent' }
    expect(await sandbox.hook(['claude-code', 'Stop'], stop, env)).toMatchObject({ code: 0 })
    expect(RunRecord.parse(sandbox.sidecars()[0]).files_changed).toContain('src/login.ts')
  })

  it('exits with 0 even when nothing can be said of its failure', async () => {
    const sandbox = openSandbox()
    const script = `exec ${process.execPath} ${HOOK} nobody 2>/dev/full`
    const env = { ...sandbox.env, ...SOLO, REFLECTION_DEBUG: '1' }
    const child = spawn('sh', ['-c', script], {
      cwd: sandbox.root,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end('{}')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  })
})

/** One that has ended and was not asked about yet is a zombie. */
const isRunning = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
