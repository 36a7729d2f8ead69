/**
 * What a team's server does by itself: rows that are too old go. It is due work of each project, in the
 * project's queue: of several servers one does it, and when that one dies another does, a lease later.
 */
import { openDueRowQueue } from '../../queue/due-rows.js'
import { TeamRowKind } from '../../schema/api/team.js'
import type { DueRow } from '../../schema/due-row.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import type { Store } from '../../store.js'

export interface DueWorkInput {
  database: PostgresDatabase
  now(): Date
  /** Told what was done, and what failed. */
  log(line: string): void
}

const RETENTION = 'team-retention'
const DAY_MS = 24 * 60 * 60 * 1000
/** How long rows of a team are kept. */
const TEAM_KEEP_DAYS = 365
const LEASE_MS = 60_000
const LOOK_EVERY_MS = 30_000
const ROWS_AT_ONCE = 500
const NEVER = '9999-12-31T23:59:59.999Z'

/** Looks twice a minute; a server that was killed is made up for within two. */
export function startDueWork(input: DueWorkInput): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running
      .then(() => doDueWork(input))
      .catch((error: unknown) => input.log(`Due work failed: ${String(error)}`))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** What is due in any project, done once. */
export async function doDueWork({ database, now, log }: DueWorkInput): Promise<void> {
  for (const project of await database.listProjectsDue(RETENTION, now().toISOString())) {
    const store = await database.openStore({ project })
    const queue = openDueRowQueue(store)
    await planFirst(store, now())
    const asked = { kinds: [RETENTION], now: now().toISOString(), leaseMs: LEASE_MS, limit: 1 }
    for (const row of await queue.take(asked)) {
      const gone = await expireRows(store, now())
      if (gone > 0) log(`${project}: ${gone} rows were older than ${TEAM_KEEP_DAYS} days`)
      await queue.postpone(row, new Date(now().getTime() + DAY_MS).toISOString())
    }
  }
}

const planFirst = (store: Store, now: Date): Promise<void> =>
  store.change({ kind: 'due', id: RETENTION, at: now.toISOString() }, (row) => ({
    writes: row === null ? [{ kind: 'due', record: firstRow(now) }] : [],
    removes: [],
    events: [],
    result: undefined,
  }))

const firstRow = (now: Date): DueRow => ({
  id: RETENTION,
  sessionId: null,
  kind: RETENTION,
  owner: 'server',
  dueAt: now.toISOString(),
  expiresAt: NEVER,
  payload: {},
})

/** In small transactions: whoever sends rows meanwhile waits for one of them at most. */
async function expireRows(store: Store, now: Date): Promise<number> {
  const before = new Date(now.getTime() - TEAM_KEEP_DAYS * DAY_MS).toISOString()
  let gone = 0
  for (const kind of [...TeamRowKind.options, 'event'] as const) {
    for (;;) {
      const some = await store.expire(kind, before, ROWS_AT_ONCE)
      gone += some
      if (some < ROWS_AT_ONCE) break
    }
  }
  return gone
}
