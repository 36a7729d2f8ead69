/**
 * The store port. Session state goes in and out through `transact`, records through `add`; whatever
 * was acknowledged survives the death of the process. A store never waits longer than it was told,
 * and refuses with a coded error and a remedy rather than half-doing anything.
 */
import type { LogEvent, NewLogEvent } from './schema/log-event.js'
import type { RecordKind, RecordOf, RecordWrite } from './schema/records.js'
import type { SessionState } from './schema/session-state.js'

/** What a reducer wants written, and what it wants to tell its caller. */
export interface Transition<R> {
  /** null leaves the session as it is. */
  state: SessionState | null
  events: readonly NewLogEvent[]
  writes: readonly RecordWrite[]
  result: R
}

export interface TransactInput {
  sessionId: string
  /** The log key of the event in hand; `seen` tells the reducer whether it is already logged. */
  key: string | null
  /** Further keys that the reducer has to know about. */
  alsoKeys?: readonly string[]
}

/** What the log already holds of the keys that were asked for. */
export interface Known {
  /** The event in hand is logged already. */
  seen: boolean
  /** Those of all the keys that are logged already: their events must not be folded again. */
  logged: ReadonlySet<string>
}

/** Pure and synchronous: it may run again when the transaction has to be retried. */
export type Reducer<R> = (state: SessionState | null, known: Known) => Transition<R>

export interface EventQuery {
  /** Only events with a greater id. */
  after?: number
  sessionId?: string
  /** Exact kinds; all when absent. */
  kinds?: readonly string[]
  /** @default 200 */
  limit?: number
  /** @default 'oldest' */
  order?: 'oldest' | 'newest'
}

export interface RecordQuery {
  sessionId?: string
  /** The second question a kind is asked by: a task's outcomes, a lesson's exposures, an owner's memories. */
  subject?: string
  /** The record's state or status, for kinds that have one. */
  state?: string
  /** ISO instant: only records at or after it. */
  since?: string
  /** ISO instant: only records before it. */
  before?: string
  /** @default 200 */
  limit?: number
  /** @default 'newest' */
  order?: 'oldest' | 'newest'
}

export interface Store {
  /** Reads the session's state, applies the reducer, writes what it returns: one transaction. */
  transact<R>(input: TransactInput, reducer: Reducer<R>): Promise<R>
  /** Writes records and events in one transaction, each record with its own log line. */
  add(writes: readonly RecordWrite[], events?: readonly NewLogEvent[]): Promise<void>
  get<K extends RecordKind>(kind: K, id: string): Promise<RecordOf<K> | null>
  list<K extends RecordKind>(kind: K, query?: RecordQuery): Promise<RecordOf<K>[]>
  /** Deletes one record for good; false when there was none. */
  remove(kind: RecordKind, id: string, at: string): Promise<boolean>
  readEvents(query?: EventQuery): Promise<LogEvent[]>
  readSession(sessionId: string): Promise<SessionState | null>
  /** Newest first. */
  listSessions(limit?: number): Promise<SessionState[]>
  /** Hands each due row to one caller only; expired ones are dropped. */
  takeDue(input: {
    now: string
    owner: string
    sessionId?: string
    limit?: number
  }): Promise<RecordOf<'due'>[]>
  /** A value with an expiry, shared by processes; null when absent or expired. */
  readCache(key: string, now: string): Promise<string | null>
  writeCache(key: string, value: string, expiresAt: string): Promise<void>
  /** Recomputes every session from the log with the given fold; returns how many differed. */
  rebuildSessions(
    fold: (state: SessionState | null, event: LogEvent) => SessionState | null,
  ): Promise<{ sessions: number; changed: number }>
  /** Deletes at most `limit` rows of a table that are older than the instant; returns how many went. */
  expire(kind: RecordKind | 'event' | 'cache', before: string, limit: number): Promise<number>
  close(): Promise<void>
}
