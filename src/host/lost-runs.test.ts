import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { processStart } from '../util/process-start.js'
import { heldRunner, openHostDeps } from './__fixtures__/open-host-deps.js'
import { hostDue } from './due-rows.js'
import { settleLostRuns } from './lost-runs.js'
import { recordOutcome, outcomesSince, reportOutcome } from './outcomes.js'
import { runSubSession } from './sub-session.js'
import { addTask } from './tasks.js'

const START = '2030-01-01T00:00:00.000Z'

const watched = (payload: Record<string, string> = {}) =>
  hostDue('run-watch', 'run-1', {
    dueAt: new Date(START),
    payload: { session: 'run-1', task: 't', objective: 'work', started_at: START, ...payload },
  })

it('records a run whose process was lost as interrupted, once', async () => {
  const deps = await openHostDeps('2030-01-01T00:01:00.000Z')
  const task = { id: 't', ai_prompt: 'x', schedule: null, runner: 'r', timeout_ms: 1 }
  await addTask(task, deps)
  await deps.store.add([{ kind: 'due', record: watched() }])
  const [lost, ...more] = await settleLostRuns([watched()], deps)
  expect(more).toEqual([])
  expect(lost).toMatchObject({
    session_id: 'run-1',
    task_id: 't',
    status: 'interrupted',
    error: 'the process that ran it was lost',
    duration_ms: 60_000,
  })
  expect(await settleLostRuns([watched()], deps)).toEqual([])
  expect((await deps.store.get('task', 't'))?.run_count).toBe(1)
  expect((await deps.store.list('due')).map(({ kind }) => kind)).toEqual(['cycle-check'])
})

it('leaves a run alone whose lease is alive', async () => {
  const deps = await openHostDeps(START)
  const runner = heldRunner()
  const { signal } = new AbortController()
  const running = runSubSession(
    { sessionId: 'run-1', taskId: 't', objective: 'work', runner, timeoutMs: 1000, signal },
    deps,
  )
  await expect.poll(() => runner.started.length).toBe(1)
  const rows = await deps.store.list('due')
  expect(rows.map(({ kind }) => kind)).toEqual(['run-watch'])
  expect(await settleLostRuns(rows, deps)).toEqual([])
  runner.end()
  expect(await running).toMatchObject({ kind: 'ended', outcome: { status: 'completed' } })
})

it.each([
  { name: 'ends the process that it left behind', isSame: true },
  { name: 'never touches another process that has got its id', isSame: false },
])('$name', async ({ isSame }) => {
  const deps = await openHostDeps('2030-01-01T00:01:00.000Z')
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    detached: true,
    stdio: 'ignore',
  })
  const ended = new Promise<string | null>((resolve) => {
    orphan.on('exit', (_code, signal) => resolve(signal))
  })
  try {
    const started = isSame ? processStart(orphan.pid!)! : 'another time'
    await settleLostRuns([watched({ pid: String(orphan.pid), started })], deps)
    // Another process is there afterwards as before; it is this test that ends it.
    if (!isSame) orphan.kill('SIGTERM')
    expect(await ended).toBe(isSame ? 'SIGKILL' : 'SIGTERM')
  } finally {
    orphan.kill('SIGKILL')
  }
})

const outcome = (session_id: string, fields = {}) => ({
  session_id,
  task_id: null,
  objective: 'x',
  status: 'failed' as const,
  result: '',
  result_length: 0,
  error: 'no',
  duration_ms: 1,
  rounds: 1,
  tokens: 0,
  tools_used: [],
  skills_read: [],
  timestamp: START,
  ...fields,
})

it('counts an outcome once, however often it is reported', async () => {
  const deps = await openHostDeps(START)
  const all = await Promise.all([1, 2, 3].map(() => reportOutcome(outcome('s1'), deps)))
  expect(all.filter(Boolean)).toHaveLength(1)
  expect(await outcomesSince(deps.store, START, { status: 'failed' })).toHaveLength(1)
  expect(await outcomesSince(deps.store, START, { status: 'completed' })).toEqual([])
})

it('refuses a report that does not fit, or that claims to be ours', async () => {
  const deps = await openHostDeps(START)
  const bad = outcome('s1', { status: 'great' }) as never
  await expect(reportOutcome(bad, deps)).rejects.toMatchObject({ code: 'record-invalid' })
  const ours = outcome('system:reflection:x')
  await expect(reportOutcome(ours, deps)).rejects.toMatchObject({ code: 'usage' })
  expect(await deps.store.list('outcome')).toEqual([])
})

it('bounds what an outcome keeps', async () => {
  const deps = await openHostDeps(START)
  const huge = 'x'.repeat(1_000_000)
  await recordOutcome(outcome('s1', { result: huge, error: huge, objective: huge }), deps)
  const kept = await deps.store.get('outcome', 's1')
  expect(JSON.stringify(kept).length).toBeLessThan(65_000)
})
