import { describe, expect, it } from 'vitest'
import type { DueRow } from '../schema/due-row.js'
import { heldRunner, openHostDeps, quickRunner } from './__fixtures__/open-host-deps.js'
import type { OpenedHost } from './__fixtures__/open-host-deps.js'
import { hostDueId } from './due-rows.js'
import { overdueTasks, runDueTask } from './scheduler.js'
import { addTask, pauseTask, removeTask, resumeTask } from './tasks.js'
import type { Runner } from './runner.js'

const add = (deps: OpenedHost, cron = '0 * * * *', time_zone = 'UTC') =>
  addTask(
    { id: 't', ai_prompt: 'work', schedule: { cron, time_zone }, runner: 'r', timeout_ms: 1000 },
    deps,
  )

const job = ({ store }: OpenedHost): Promise<DueRow | null> =>
  store.get('due', hostDueId('task-run', 't'))

async function fire(deps: OpenedHost, runner: Runner = quickRunner(), row?: DueRow | null) {
  const due = row ?? (await job(deps))
  if (due === null || due.dueAt > deps.now().toISOString()) return 'nothing due'
  const task = (await deps.store.get('task', 't'))!
  const { signal } = new AbortController()
  return (await runDueTask({ row: due, task, runner, signal }, deps)).kind
}

const hours = (n: number) => n * 3_600_000

describe('the scheduler', () => {
  it('runs a task when it is due and plans the next run', async () => {
    const deps = await openHostDeps('2030-01-01T00:30:00.000Z')
    await add(deps)
    expect((await job(deps))?.dueAt).toBe('2030-01-01T01:00:00.000Z')
    expect(await fire(deps)).toBe('nothing due')
    deps.clock.ms += hours(0.5)
    expect(await fire(deps)).toBe('ended')
    expect((await job(deps))?.dueAt).toBe('2030-01-01T02:00:00.000Z')
    expect(await fire(deps)).toBe('nothing due')
    expect((await deps.store.get('task', 't'))?.run_count).toBe(1)
  })

  it('runs once what was missed while the machine slept', async () => {
    const deps = await openHostDeps('2030-01-01T00:30:00.000Z')
    await add(deps)
    deps.clock.ms += hours(72)
    expect([await fire(deps), await fire(deps)]).toEqual(['ended', 'nothing due'])
    expect((await job(deps))?.dueAt).toBe('2030-01-04T01:00:00.000Z')
  })

  it('runs every hour of a day with a clock change once', async () => {
    const deps = await openHostDeps('2026-10-24T22:00:00.000Z')
    await add(deps, '0 * * * *', 'Europe/Berlin')
    let runs = 0
    for (let minute = 0; minute < 6 * 60; minute += 1) {
      deps.clock.ms += 60_000
      if ((await fire(deps)) === 'ended') runs += 1
    }
    expect(runs).toBe(6)
  })

  it.each([
    { name: 'forward', start: '2026-03-28T12:00:00.000Z' },
    { name: 'back', start: '2026-10-24T12:00:00.000Z' },
  ])('runs a nightly task once in the night when the clock goes $name', async ({ start }) => {
    const deps = await openHostDeps(start)
    await add(deps, '30 2 * * *', 'Europe/Berlin')
    let runs = 0
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      deps.clock.ms += 5 * 60_000
      if ((await fire(deps)) === 'ended') runs += 1
    }
    expect(runs).toBe(1)
  })

  it('never lets a task overlap itself, and says that it was skipped', async () => {
    const deps = await openHostDeps('2030-01-01T00:59:00.000Z')
    await add(deps)
    deps.clock.ms += 60_000
    const runner = heldRunner()
    const first = fire(deps, runner)
    await expect.poll(() => runner.started.length).toBe(1)
    // The lease is renewed by a real clock; here time is moved by hand.
    deps.clock.ms += hours(1)
    await deps.store.writeCache(
      'lease:run:t',
      runner.started[0]!.sessionId,
      '2030-01-01T03:00:00.000Z',
    )
    expect(await fire(deps, quickRunner())).toBe('overlap')
    expect((await job(deps))?.dueAt).toBe('2030-01-01T03:00:00.000Z')
    runner.end()
    expect(await first).toBe('ended')
    expect(await deps.store.list('interaction', { subject: 'task_skipped' })).toHaveLength(1)
    expect(await deps.store.list('outcome')).toHaveLength(1)
    deps.clock.ms += hours(1)
    expect(await fire(deps)).toBe('ended')
  })

  it('gives one due row to one of two processes', async () => {
    const deps = await openHostDeps('2030-01-01T00:59:00.000Z')
    await add(deps)
    deps.clock.ms += 60_000
    const row = await job(deps)
    const ends = await Promise.all([fire(deps, quickRunner(), row), fire(deps, quickRunner(), row)])
    expect(ends.filter((end) => end === 'ended')).toHaveLength(1)
    expect(await fire(deps, quickRunner(), row)).toBe('not_due')
    expect(await deps.store.list('outcome')).toHaveLength(1)
    expect(await deps.store.list('interaction')).toEqual([])
    expect((await job(deps))?.dueAt).toBe('2030-01-01T02:00:00.000Z')
  })

  it('does not run what was paused in between, and plans it again when it is resumed', async () => {
    const deps = await openHostDeps('2030-01-01T00:59:00.000Z')
    await add(deps)
    const row = await job(deps)
    await pauseTask('t', 'holidays', deps)
    expect(await job(deps)).toBeNull()
    deps.clock.ms += hours(5)
    expect(await fire(deps, quickRunner(), row)).toBe('not_due')
    await resumeTask('t', deps)
    expect((await job(deps))?.dueAt).toBe('2030-01-01T06:00:00.000Z')
  })

  it('gives back what was stopped: it is due again, and no failure', async () => {
    const deps = await openHostDeps('2030-01-01T00:59:00.000Z')
    await add(deps)
    deps.clock.ms += 60_000
    const runner = heldRunner()
    const controller = new AbortController()
    const task = (await deps.store.get('task', 't'))!
    const running = runDueTask(
      { row: (await job(deps))!, task, runner, signal: controller.signal },
      deps,
    )
    await expect.poll(() => runner.started.length).toBe(1)
    controller.abort()
    expect((await running).kind).toBe('stopped')
    expect(await deps.store.list('outcome')).toEqual([])
    const rows = await deps.store.list('due')
    expect(rows.map(({ kind, dueAt }) => [kind, dueAt])).toEqual([
      ['task-run', '2030-01-01T01:00:00.000Z'],
    ])
  })

  it('names what is overdue', async () => {
    const deps = await openHostDeps('2030-01-01T00:59:00.000Z')
    await add(deps)
    expect(await overdueTasks(deps, 120_000)).toEqual([])
    deps.clock.ms += hours(1)
    expect(await overdueTasks(deps, 120_000)).toEqual([
      { task: 't', dueAt: '2030-01-01T01:00:00.000Z' },
    ])
    await removeTask('t', deps)
    expect(await overdueTasks(deps, 120_000)).toEqual([])
  })

  it.each([
    { id: 't', why: 'there is one already' },
    { id: '', why: 'empty' },
    { id: '../x', why: 'a path' },
    { id: 'x'.repeat(65), why: 'too long' },
  ])('refuses a task called $id: $why', async ({ id }) => {
    const deps = await openHostDeps('2030-01-01T00:00:00.000Z')
    await add(deps)
    const task = { id, ai_prompt: 'x', schedule: null, runner: 'r', timeout_ms: 1 }
    await expect(addTask(task, deps)).rejects.toMatchObject({ code: 'usage' })
    expect(await deps.store.list('task')).toHaveLength(1)
  })
})
