import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { foldSession } from '../../src/guard/fold-session.js'
import { RunRecord } from '../../src/schema/run-record.js'
import { drainSpool } from '../../src/store/spool.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'

const SESSIONS = 10
const HOOKS = 50

it('50 hooks at once for 10 sessions leave whole records or say that they were locked out', async () => {
  const sandbox = openSandbox()
  sandbox.write('src/auth/login.ts', 'export {}\n')
  const env = { REFLECTION_MODE: 'solo' }
  const stop = (index: number) =>
    sandbox.hook(
      ['generic'],
      { kind: 'session-stopped', sessionId: `s${index % SESSIONS}`, cwd: sandbox.root },
      env,
    )

  const finished = await Promise.all(Array.from({ length: HOOKS }, (_, index) => stop(index)))

  expect(finished.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    finished.map(() => ({ code: 0, stderr: '' })),
  )
  const runs = path.join(sandbox.root, '.reflection', 'runs')
  const files = readdirSync(runs)
  const sidecars = files.filter((name) => name.endsWith('.reflection.json'))
  expect(files.filter((name) => name.endsWith('.lock'))).toEqual([])
  for (const name of sidecars)
    RunRecord.parse(JSON.parse(readFileSync(path.join(runs, name), 'utf8')))

  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  await drainSpool(store, path.join(sandbox.stateDir(), 'spool'), foldSession, 10_000)
  const rows = await store.list('run', { limit: 1000 })
  const stops = await store.readEvents({ kinds: ['agent.session-stopped'], limit: 1000 })
  const { changed } = await store.rebuildSessions(foldSession)
  await store.close()

  const log = path.join(sandbox.stateDir(), 'logs', 'hook.log')
  const timeouts = existsSync(log)
    ? readFileSync(log, 'utf8').split('No answer within').length - 1
    : 0
  // A hook that the machine did not let run in time says so in its log, and may have got no further
  // than its file; every other one is whole in both places, or was locked out by its own session.
  expect(sidecars.length - rows.length).toBeLessThanOrEqual(timeouts)
  expect(files.length - sidecars.length).toBeLessThanOrEqual(timeouts)
  expect(stops.length + timeouts).toBeGreaterThanOrEqual(HOOKS)
  expect(rows.length + timeouts).toBeGreaterThanOrEqual(SESSIONS)
  expect(changed).toBe(0)
  console.log(
    `${rows.length} captured, ${stops.length - rows.length} locked out, ${timeouts} out of time`,
  )
})

it('a stop that is delivered twice at once is captured once, or says that the store was locked', async () => {
  const sandbox = openSandbox()
  const transcript = path.join(sandbox.home, '.claude', 'projects', 'p', 's1.jsonl')
  sandbox.write(transcript, '{}\n')
  const event = {
    hook_event_name: 'Stop',
    session_id: 's1',
    cwd: sandbox.root,
    transcript_path: transcript,
  }
  const deliver = () => sandbox.hook(['claude-code'], event, { REFLECTION_MODE: 'solo' })

  await Promise.all([deliver(), deliver()])

  // A hook that the lock kept out can't know of the other one: it captures too, into the spool.
  const spool = path.join(sandbox.stateDir(), 'spool')
  const lockedOut = existsSync(spool) ? readdirSync(spool).length : 0
  expect(sandbox.sidecars().length - lockedOut).toBeLessThanOrEqual(1)
  expect(sandbox.sidecars().length).toBeGreaterThanOrEqual(1)
})
