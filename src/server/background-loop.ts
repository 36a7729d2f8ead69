/**
 * The background loop of the server: it runs tasks when they are due, does what waits of the cycle, and looks at
 * sessions whose silence is due for a look. Due rows come in, outcomes, findings and changes go out,
 * all through the store; it keeps nothing of its own and may be killed at any moment. Idle it reads
 * one index twice a minute.
 */
import { watch } from 'node:fs'
import { wakeEvents } from '../guard/wake.js'
import { readHostDue } from '../host/due-rows.js'
import { settleLostRuns } from '../host/lost-runs.js'
import { claimBatch } from '../moments/cycle/batch.js'
import { checkOutcome } from '../moments/cycle/cycle.js'
import { runCycle } from '../moments/cycle/run-cycle.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { DueRow } from '../schema/due-row.js'
import type { Host } from '../wiring/open-host.js'
import { createWakeSignal } from '../util/wake-signal.js'
import { runTask } from '../wiring/run-task.js'

export interface BackgroundLoopOptions {
  host: Host
  /** Ends the host's signal. */
  abort(): void
  /** A folder that changes when another process writes to the store. */
  watchDir: string | null
  /** Looks at a session that something is due for. */
  wake(event: AgentEvent): Promise<unknown>
  /** Asked at the first pass after midnight (UTC), and again later until the day's work is done. */
  nightly?(): Promise<{ isDone: boolean }>
  /** Asked at the first pass and every few minutes, for a project that takes part in a team. */
  deliver?(): Promise<void>
  log(line: string): void
}

export interface BackgroundLoop {
  /** Ends it within a second; what was running is due again. */
  stop(): Promise<void>
  /** Resolves when nothing is due and nothing runs. */
  idle(): Promise<void>
}

const MAX_TASKS_AT_ONCE = 4
/** Timers stand still while a machine sleeps, so no wait is longer than this. */
const MAX_WAIT_MS = 30_000
const FALLBACK_POLL_MS = 6 * 60 * 60 * 1000
const STOP_WITHIN_MS = 900
const RETRY_MS = 1000
const TIDY_AGAIN_MS = 15 * 60_000
const DELIVER_EVERY_MS = 5 * 60_000

export function startBackgroundLoop(options: BackgroundLoopOptions): BackgroundLoop {
  const { host, log } = options
  log(host.config.cycle.enabled ? 'Reflection loop started' : 'Reflection loop disabled')
  const wakeSignal = createWakeSignal()
  const running = new Map<string, Promise<void>>()
  let polledAt = Number.NEGATIVE_INFINITY
  let tidiedOn = ''
  let tidyAgainAt = Number.NEGATIVE_INFINITY
  let deliveredAt = Number.NEGATIVE_INFINITY
  let cycling: Promise<void> | null = null
  let idlers: (() => void)[] = []

  const guarded = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log(`${what} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function pass(): Promise<DueRow[]> {
    const rows = await readRows(host)
    const lost = await settleLostRuns(
      rows.filter(({ payload }) => !running.has(payload['task'] ?? '')),
      host,
    )
    for (const { session_id } of lost) await checkOutcome(session_id, host)
    for (const row of dueNow(rows, 'task-run', host)) await startTask(row)
    await wakeSessions()
    if (host.now().getTime() - polledAt >= FALLBACK_POLL_MS) {
      polledAt = host.now().getTime()
      if (host.config.cycle.enabled) await claimBatch(host)
    }
    await guarded('the nightly tidying', tidy)
    await guarded('starting a delivery', deliver)
    return readRows(host)
  }

  async function tidy(): Promise<void> {
    const now = host.now()
    const today = now.toISOString().slice(0, 10)
    if (options.nightly === undefined || today === tidiedOn || now.getTime() < tidyAgainAt) return
    tidyAgainAt = now.getTime() + TIDY_AGAIN_MS
    if (!(await options.nightly()).isDone) return
    tidiedOn = today
    tidyAgainAt = Number.NEGATIVE_INFINITY
  }

  async function deliver(): Promise<void> {
    const nowMs = host.now().getTime()
    if (nowMs - deliveredAt < DELIVER_EVERY_MS) return
    deliveredAt = nowMs
    await options.deliver?.()
  }

  /** Rows of sessions; rows without one are the cycle's own. */
  async function wakeSessions(): Promise<void> {
    const { now, nextId, store } = host
    const terms = {
      now: now().toISOString(),
      owner: 'server',
      isBusy: () => false,
      nextId,
    } as const
    for (const event of await wakeEvents(terms, store)) {
      await guarded(`a look at ${event.sessionId}`, () => options.wake(event))
    }
  }

  async function startTask(row: DueRow): Promise<void> {
    const id = row.payload['task'] ?? ''
    if (running.has(id) || running.size >= MAX_TASKS_AT_ONCE) return
    const task = await host.store.get('task', id)
    if (task === null || task.status === 'paused') {
      await host.store.remove('due', row.id, host.now().toISOString())
      return
    }
    const run = guarded(`the task ${id}`, async () => {
      const end = await runTask(task, row, host)
      if (end.kind === 'ended') log(`${id}: ${end.outcome.status}`)
    }).finally(() => {
      running.delete(id)
      wakeSignal.signal()
    })
    running.set(id, run)
  }

  function startCycle(rows: readonly DueRow[]): void {
    const work = rows.some((row) => row.kind.startsWith('cycle-') && isDue(row, host))
    if (!work || cycling !== null || !host.config.cycle.enabled) return
    cycling = guarded('the cycle', async () => {
      for (const line of (await runCycle(host)).problems) log(line)
    }).finally(() => {
      cycling = null
      wakeSignal.signal()
    })
  }

  async function loop(): Promise<void> {
    while (!host.signal.aborted) {
      let rows: DueRow[] = []
      await guarded('a pass', async () => {
        rows = await pass()
        startCycle(rows)
      })
      const isIdle = running.size === 0 && cycling === null && !rows.some((row) => isDue(row, host))
      if (isIdle) for (const resolve of idlers.splice(0)) resolve()
      await wakeSignal.wait(waitMs(rows, running.size, host))
    }
  }

  const unwatch = watchFolder(options.watchDir, wakeSignal.signal)
  host.signal.addEventListener('abort', wakeSignal.signal)
  const looping = loop()
  return {
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve)
        wakeSignal.signal()
      }),
    async stop() {
      options.abort()
      unwatch()
      const all = Promise.all([looping, cycling, ...running.values()])
      await Promise.race([all, delay(STOP_WITHIN_MS)])
      idlers = []
      log('Reflection loop stopped')
    },
  }
}

const readRows = ({ store }: Host): Promise<DueRow[]> => readHostDue(store)

const isDue = (row: DueRow, { now }: Host): boolean =>
  row.kind !== 'run-watch' && row.dueAt <= now().toISOString()

const dueNow = (rows: readonly DueRow[], kind: string, host: Host): DueRow[] =>
  rows.filter((row) => row.kind === kind && isDue(row, host))

/** Until the next row is due; what is due and could not be done now is tried again in a second. */
function waitMs(rows: readonly DueRow[], running: number, { now }: Host): number {
  const nowMs = now().getTime()
  const next = rows
    .filter(({ kind }) => kind !== 'run-watch')
    .map(({ dueAt }) => Date.parse(dueAt) - nowMs)
    .map((ms) => (ms > 0 ? ms : RETRY_MS))
  const watched = rows.length > next.length && running === 0 ? [2000] : []
  return Math.min(MAX_WAIT_MS, ...next, ...watched)
}

function watchFolder(folder: string | null, ring: () => void): () => void {
  if (folder === null) return () => undefined
  try {
    const watcher = watch(folder, { persistent: false }, ring)
    // Without it the next pass is up to half a minute later, that is all.
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms).unref())
