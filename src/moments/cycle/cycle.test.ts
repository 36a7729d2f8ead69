import { describe, expect, it } from 'vitest'
import { OWN_SESSION } from '../../host/own-session.js'
import { recordOutcome, taskFailureStreak } from '../../host/outcomes.js'
import { addTask, resumeTask } from '../../host/tasks.js'
import { hostDueId } from '../../host/due-rows.js'
import { readHostEvents } from '../../host/host-events.js'
import { outcome } from './__fixtures__/history.js'
import { openCycle } from './__fixtures__/open-cycle.js'
import type { OpenedCycle } from './__fixtures__/open-cycle.js'
import { checkOutcome } from './cycle.js'
import { runCycle } from './run-cycle.js'

const addNightly = (deps: OpenedCycle) =>
  addTask(
    {
      id: 'nightly',
      ai_prompt: 'Run the checks',
      schedule: { cron: '0 3 * * *', time_zone: 'UTC' },
      runner: 'agent',
      timeout_ms: 1000,
    },
    deps,
  )

async function fail(deps: OpenedCycle, times: number, fields = {}) {
  for (let n = 0; n < times; n += 1) await deps.record({ status: 'failed', ...fields })
}

const kinds = async (deps: OpenedCycle) =>
  (await readHostEvents(deps.store)).map(({ kind }) => kind)

describe('a task that keeps failing', () => {
  it('is not paused by runs that were interrupted, which neither count nor end a streak', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    const status = async () => (await deps.store.get('task', 'nightly'))?.status
    await fail(deps, 5, { status: 'interrupted' })
    await fail(deps, 2)
    await fail(deps, 1, { status: 'interrupted' })
    expect(await status()).toBe('active')
    expect(await taskFailureStreak(deps.store, 'nightly')).toBe(2)
    await fail(deps, 1)
    expect(await status()).toBe('paused')
  })

  it('is paused by the third failure, with its finding, log row, event and without its job', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    await fail(deps, 2)
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('active')
    await fail(deps, 1)
    const task = await deps.store.get('task', 'nightly')
    expect(task).toMatchObject({
      status: 'paused',
      pause_reason:
        'system:reflection: consecutive_failures: the last 3 runs in a row failed or timed out',
      run_count: 3,
    })
    const finding = {
      id: 'consecutive_failures:task:nightly#1',
      rule: 'consecutive_failures',
      severity: 'action_taken',
      subject_type: 'task',
      subject_id: 'nightly',
      detail: 'the last 3 runs in a row failed or timed out',
      action_taken: 'paused_task',
      state: 'open',
      opened_at: deps.now().toISOString(),
      resolved_at: null,
    }
    expect(await deps.store.list('finding')).toEqual([finding])
    const [row] = await deps.store.list('interaction', { subject: 'reflection_rule' })
    expect({ ...row, output: JSON.parse(row!.output) as unknown }).toEqual({
      id: 'finding:consecutive_failures:task:nightly#1',
      action: 'reflection_rule',
      session: OWN_SESSION,
      input: 'consecutive_failures:task:nightly',
      output: finding,
      timestamp: deps.now().toISOString(),
    })
    expect((await kinds(deps)).slice(-2)).toEqual(['reflection.finding', 'task.paused'])
    expect(await deps.store.get('due', hostDueId('task-run', 'nightly'))).toBeNull()
    expect(await taskFailureStreak(deps.store, 'nightly')).toBe(3)
  })

  it('is neither logged nor sent to the model again while it stays', async () => {
    const deps = await openCycle({ answers: ['Nothing to change.'] })
    await addNightly(deps)
    await fail(deps, 3)
    expect((await runCycle(deps)).analysis.kind).toBe('analysed')
    await fail(deps, 3)
    expect((await runCycle(deps, { whole: true })).analysis.kind).toBe('nothing_new')
    expect(await deps.store.list('interaction', { subject: 'reflection_rule' })).toHaveLength(1)
    expect(deps.prompts).toHaveLength(1)
  })

  it('is resolved by a success, and found anew by a new streak', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    await fail(deps, 3)
    const { resolved } = await deps.record({ status: 'completed' })
    expect(resolved.map(({ id }) => id)).toEqual(['consecutive_failures:task:nightly#1'])
    await fail(deps, 3)
    const states = (await deps.store.list('finding')).map(({ id, state }) => [id.at(-1), state])
    expect(states).toEqual([
      ['2', 'open'],
      ['1', 'resolved'],
    ])
  })

  it('that comes back unchanged within the look-back is not analysed again', async () => {
    const deps = await openCycle({ answers: ['One.', 'Two.'] })
    await addNightly(deps)
    await fail(deps, 3)
    await runCycle(deps)
    await deps.record({ status: 'completed' })
    await resumeTask('nightly', deps)
    await fail(deps, 3)
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('paused')
    expect((await runCycle(deps)).analysis.kind).toBe('nothing_new')
    expect(deps.prompts).toHaveLength(1)
  })

  it('goes on after a resume, which is recorded and settles the finding', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    await fail(deps, 3)
    const task = await resumeTask('nightly', deps)
    expect([task.status, task.pause_reason]).toEqual(['active', null])
    expect(await deps.store.get('due', hostDueId('task-run', 'nightly'))).not.toBeNull()
    expect((await deps.store.list('finding')).map(({ state }) => state)).toEqual(['resolved'])
    expect((await kinds(deps)).slice(-2)).toEqual(['task.resumed', 'reflection.resolved'])
    expect(await deps.store.list('interaction', { subject: 'task_resumed' })).toHaveLength(1)
    await resumeTask('nightly', deps)
    expect(await deps.store.list('interaction', { subject: 'task_resumed' })).toHaveLength(1)
  })

  it('stays resumed until another run fails', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    await fail(deps, 3)
    deps.clock.ms += 1000
    await resumeTask('nightly', deps)
    await runCycle(deps, { whole: true })
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('active')
    deps.clock.ms += 1000
    await fail(deps, 1)
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('paused')
  })

  it('is only warned of when it is not ours, or not ours to pause', async () => {
    const deps = await openCycle()
    await fail(deps, 3, { task_id: 'elsewhere' })
    await addNightly(deps)
    const orchestrated = { ...deps, mayAct: false }
    for (const n of [1, 2, 3]) {
      const row = outcome({
        session_id: `o${n}`,
        status: 'failed',
        timestamp: deps.now().toISOString(),
      })
      await recordOutcome(row, deps)
      await checkOutcome(row.session_id, orchestrated)
    }
    const findings = await deps.store.list('finding')
    expect(findings.map(({ severity, action_taken }) => [severity, action_taken])).toEqual([
      ['warning', ''],
      ['warning', ''],
    ])
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('active')
  })
})

describe('the cycle', () => {
  it('never looks at sessions that it started itself', async () => {
    const deps = await openCycle({ cycle: { batchThreshold: 3 } })
    await addNightly(deps)
    for (const n of [1, 2, 3, 4]) {
      await deps.record({ session_id: `${OWN_SESSION}:${n}`, status: 'failed', skills_read: ['x'] })
      await deps.record({ session_id: `${OWN_SESSION}:c${n}`, status: 'completed' })
    }
    expect(await deps.store.list('finding')).toEqual([])
    expect(await kinds(deps)).not.toContain('reflection.batch')
    expect((await deps.store.list('due')).map(({ kind }) => kind)).toEqual(['task-run'])
    await deps.record({ status: 'failed', skills_read: ['x'] })
    expect(await deps.store.list('finding')).toEqual([])
  })

  it('flags a skill that is read where things fail', async () => {
    const deps = await openCycle()
    for (const n of [1, 2, 3]) {
      await deps.record({ task_id: `t${n}`, status: 'failed', skills_read: ['deploy'] })
    }
    expect(await deps.store.list('finding')).toMatchObject([
      { rule: 'skill_failure_correlation', subject_id: 'deploy', action_taken: 'flagged_skill' },
    ])
    const events = await readHostEvents(deps.store, { kinds: ['reflection.skill_flagged'] })
    expect(events.map(({ body }) => body)).toEqual([{ skill_name: 'deploy', failure_count: 3 }])
    for (const n of [1, 2, 3]) {
      await deps.record({ task_id: `t${n}`, status: 'completed', skills_read: ['deploy'] })
    }
    expect((await deps.store.list('finding')).map(({ state }) => state)).toEqual(['resolved'])
  })

  it('does one batch for every ten completions, whoever asks', async () => {
    const deps = await openCycle()
    const after: number[] = []
    for (let n = 1; n <= 25; n += 1) {
      await deps.record({ task_id: null, status: 'completed' })
      const batches = await readHostEvents(deps.store, { kinds: ['reflection.batch'] })
      if (batches.length > after.length) after.push(n)
    }
    expect(after).toEqual([10, 20])
    expect((await deps.store.list('due')).map(({ kind }) => kind)).toEqual([])
  })

  it.each([
    ['minute', 1],
    ['day', 24 * 60],
    ['week', 7 * 24 * 60],
  ])('tells once that a task of every %s says "ok" and no more', async (_every, minutes) => {
    const deps = await openCycle()
    await addNightly(deps)
    const short = { status: 'completed', result: 'ok', result_length: 2 } as const
    const found: string[][] = []
    for (let n = 0; n < 5; n += 1) {
      deps.clock.ms += (minutes - 1) * 60_000
      found.push((await deps.record(short)).opened.map(({ rule }) => rule))
    }
    expect(found).toEqual([[], [], ['stale_task'], [], []])
    expect((await deps.record({ status: 'completed' })).resolved).toHaveLength(1)
  })

  it('finds in a batch what no single failure showed', async () => {
    const deps = await openCycle({ cycle: { batchThreshold: 3, enabled: true } })
    await addNightly(deps)
    const short = { status: 'completed', result: 'ok', result_length: 2 } as const
    for (let n = 0; n < 3; n += 1) await deps.record(short)
    expect((await deps.store.list('finding')).map(({ rule }) => rule)).toEqual(['stale_task'])
  })

  it('does nothing when it is switched off', async () => {
    const deps = await openCycle({ cycle: { enabled: false } })
    await addNightly(deps)
    await fail(deps, 5)
    expect(await deps.store.list('finding')).toEqual([])
    expect((await runCycle(deps, { whole: true })).opened).toEqual([])
  })

  it('shows in a dry run what would be found, and leaves everything as it is', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    for (const n of [1, 2, 3]) {
      const row = outcome({
        session_id: `d${n}`,
        status: 'failed',
        timestamp: deps.now().toISOString(),
      })
      await recordOutcome(row, deps)
    }
    const before = await deps.store.readEvents({ limit: 1000 })
    const { would } = await runCycle(deps, { dryRun: true, whole: true })
    expect(would.map(({ rule }) => rule)).toEqual(['consecutive_failures'])
    expect(await deps.store.readEvents({ limit: 1000 })).toEqual(before)
  })

  it('checks what an earlier process recorded and did not check', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    for (const n of [1, 2, 3]) {
      const row = outcome({
        session_id: `m${n}`,
        status: 'failed',
        timestamp: deps.now().toISOString(),
      })
      await recordOutcome(row, deps)
    }
    expect((await runCycle(deps)).opened).toEqual([])
    deps.clock.ms += 31_000
    expect((await runCycle(deps)).opened.map(({ rule }) => rule)).toEqual(['consecutive_failures'])
    expect((await deps.store.list('due')).map(({ kind }) => kind)).toEqual([])
  })

  it('pauses nothing for an orchestrator, which does that itself', async () => {
    const deps = await openCycle()
    await addNightly(deps)
    await fail(deps, 2)
    const timestamp = deps.now().toISOString()
    await recordOutcome(outcome({ session_id: 'third', status: 'failed', timestamp }), deps)
    const { opened } = await checkOutcome('third', { ...deps, mayAct: false })
    expect(opened.map(({ rule }) => rule)).toEqual(['consecutive_failures'])
    expect((await deps.store.get('task', 'nightly'))?.status).toBe('active')
  })
})
