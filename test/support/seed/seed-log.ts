import { foldSession } from '../../../src/guard/fold-session.js'
import { enterSession, settleSession } from '../../../src/guard/guard.js'
import type { Entry, GuardTerms, Settlement } from '../../../src/guard/guard.js'
import type { Action } from '../../../src/schema/action.js'
import type { AgentEvent } from '../../../src/schema/agent-event.js'
import type { NewLogEvent } from '../../../src/schema/log-event.js'
import type { RecordKind, RecordWrite } from '../../../src/schema/records.js'
import type { RunRow } from '../../../src/schema/run-record.js'
import type { SessionState } from '../../../src/schema/session-state.js'
import type { StoreRow } from '../../../src/store.js'
import { tables } from '../../../src/store/sql/tables.js'
import type { RecordColumns } from '../../../src/store/sql/tables.js'

/** A log as the store would have written it: through the real guard, each record with its line. */
export class SeedLog {
  #events: NewLogEvent[] = []
  #sessions = new Map<string, SessionState>()
  #records = new Map<string, RecordWrite>()

  session(id: string): SessionState | null {
    return this.#sessions.get(id) ?? null
  }

  enter(event: AgentEvent, projectRoot: string): Entry {
    const place = { projectRoot, startPoint: null }
    const { events, entry } = enterSession(
      this.session(event.sessionId),
      event,
      place,
      termsAt(event.at),
    )
    this.#events.push(...events)
    this.#sessions.set(event.sessionId, entry.state)
    return entry
  }

  settle(settlement: Settlement, at: string, writes: readonly RecordWrite[]): Action {
    const state = this.#sessions.get(settlement.sessionId)!
    const settled = settleSession(state, settlement, termsAt(at))
    this.#events.push(...settled.events)
    this.#sessions.set(settlement.sessionId, settled.state)
    this.write(...writes)
    return settled.action
  }

  event(event: NewLogEvent): void {
    this.#events.push(event)
    if (event.sessionId === null) return
    const state = foldSession(this.session(event.sessionId), event)
    if (state !== null) this.#sessions.set(event.sessionId, state)
  }

  write(...writes: readonly RecordWrite[]): void {
    for (const write of writes) {
      const { id, session_id, at } = columnsOf(write)
      this.#records.set(`${write.kind} ${id}`, write)
      const kind = `record.${write.kind}`
      this.#events.push({ kind, at, sessionId: session_id, key: null, body: { id } })
    }
  }

  /** The last capture of each session. */
  lastRuns(): RunRow[] {
    const runs = new Map<string, RunRow>()
    for (const write of this.#records.values()) {
      if (write.kind === 'run') runs.set(write.record.record.session_id, write.record)
    }
    return [...runs.values()]
  }

  /** In the order of an export: events, sessions, then records by kind. */
  async *rows(): AsyncGenerator<StoreRow> {
    for (const [index, event] of this.#events.entries()) {
      yield { kind: 'event', row: { id: index + 1, ...event } }
    }
    for (const row of this.#sessions.values()) yield { kind: 'session', row }
    for (const { kind, record } of this.#records.values()) yield { kind, row: record } as StoreRow
  }
}

function columnsOf({ kind, record }: RecordWrite): RecordColumns {
  const toColumns = tables[kind as RecordKind].columns as (record: unknown) => RecordColumns
  return toColumns(record)
}

const termsAt = (now: string): GuardTerms => ({
  now,
  leaseMs: 30_000,
  maxAttempts: 4,
  own: false,
  paused: false,
  blind: false,
  silent: null,
  hasChannel: true,
  hasToasts: true,
  takesContext: true,
})
