/**
 * The checks that a stop left for later, run while the session rests. What they find is recorded;
 * whether the agent hears of it is decided when the session is looked at for it. They end when the
 * session goes on.
 */
import type { Env } from '../config/paths.js'
import { DUE_CHECK } from '../guard/due.js'
import { readDueChecks } from '../moments/stop/checks/due-checks.js'
import type { LaterCheck } from '../moments/stop/checks/due-checks.js'
import { newestFirst, wasRedWith } from '../moments/stop/checks/proof.js'
import { recordEnd, recordStart } from '../moments/stop/checks/record-run.js'
import type { OwnChecks } from '../checks.js'
import { openChecks } from '../wiring/open-checks.js'
import { expandHome } from '../safety/home-path.js'
import type { DueRow } from '../schema/due-row.js'
import type { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'
import type { Workspace } from '../wiring/workspace.js'

export interface DueChecksInput {
  workspace: Workspace
  env: Env
  home: string
  platform: NodeJS.Platform
  now(): Date
  sleep(ms: number): Promise<void>
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T | null>
  /** The session went on, so the checks of its last stop are no longer needed. */
  hasMovedOn(session: SessionState): boolean
}

const LOOK_MS = 1000
/** Below the time after which a client gives up what it started in the background. */
const BUDGET_MS = 570_000

/** Runs them, and gives back the rows to look at: with that of the checks due now, or without it. */
export async function runDueChecks(
  rows: readonly DueRow[],
  input: DueChecksInput,
): Promise<DueRow[]> {
  const others = rows.filter(({ kind }) => kind !== DUE_CHECK)
  const row = rows.find(({ kind }) => kind === DUE_CHECK)
  if (row === undefined) return others
  const session = await input.withStore((store) => claim(row, store, input.now()))
  const own = session === null ? null : await openChecks(input)
  if (session === null || own === null) return others
  const { sessionId, turn } = session
  const over = new AbortController()
  let isDone = false
  const watching = watch(sessionId, input, over, () => isDone)
  // Records name no home; reading files needs the whole path.
  const worktree = expandHome(row.payload['worktree'] ?? '', input.home)
  const place = { worktree, sessionId, turn }
  for (const later of readDueChecks(row, turn)) {
    if (over.signal.aborted) break
    await runOne(later, { ...place, own, signal: over.signal }, input)
  }
  isDone = true
  await watching
  const due = await input.withStore((store) => makeDue(row, store, input.now()))
  return due === null ? others : [...others, due]
}

/** Several watchers of one stop may be there; one of them runs the checks. */
async function claim(row: DueRow, store: Store, now: Date): Promise<SessionState | null> {
  const isOurs = await store.claimCache(`check-run:${row.id}:${row.dueAt}`, 'taken', {
    now: now.toISOString(),
    expiresAt: row.expiresAt,
  })
  return isOurs && row.sessionId !== null ? store.readSession(row.sessionId) : null
}

/** What the checks found can be told now, unless the session went on and the row is gone. */
const makeDue = (row: DueRow, store: Store, now: Date): Promise<DueRow | null> => {
  const at = now.toISOString()
  return store.change({ kind: 'due', id: row.id, at }, (kept) => {
    const due = kept === null || kept.dueAt !== row.dueAt ? null : { ...kept, dueAt: at }
    return {
      writes: due === null ? [] : [{ kind: 'due', record: due }],
      removes: [],
      events: [],
      result: due,
    }
  })
}

/** Ends the run as soon as the session goes on. */
async function watch(
  sessionId: string,
  { withStore, sleep, hasMovedOn }: DueChecksInput,
  over: AbortController,
  isDone: () => boolean,
): Promise<void> {
  while (!isDone()) {
    await sleep(LOOK_MS)
    const session = isDone() ? null : await withStore((store) => store.readSession(sessionId))
    if (session !== null && hasMovedOn(session)) return over.abort()
  }
}

interface OneRun {
  own: OwnChecks
  worktree: string
  sessionId: string
  turn: number
  signal: AbortSignal
}

async function runOne(
  { check: id, before }: LaterCheck,
  { own, ...place }: OneRun,
  { withStore }: DueChecksInput,
): Promise<void> {
  const check = own.list.find((one) => one.id === id)
  if (check === undefined) return
  const run = await own.runner.run({
    ...place,
    check,
    trigger: 'background',
    wasRedWith: (failure) => wasRedWith(failure, before),
    budgetMs: Math.min(BUDGET_MS, 2 * check.timeoutMs),
    patienceMs: 0,
    onStarted: async (started) =>
      (await withStore((store) => recordStart(started, store))) ?? false,
  })
  if (run === null) return
  await withStore((store) =>
    recordEnd({ ...run, failure: newestFirst(run.failure, before) }, store),
  )
}
