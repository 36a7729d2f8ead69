/**
 * The store port. Session state goes in and out through `transact`, records through `add`; whatever
 * was acknowledged survives the death of the process. A store never waits longer than it was told,
 * and refuses with a coded error and a remedy rather than half-doing anything.
 */
import type { LogEvent, NewLogEvent } from './schema/log-event.js'
import type { ModelCall, Spending, SpendingQuery } from './schema/model-call.js'
import type { RecordKind, RecordOf, RecordWrite } from './schema/records.js'
import type { LogHits, LogSearch } from './schema/search.js'
import type { SessionState } from './schema/session-state.js'
import type { Ownership } from './schema/visibility.js'

/** What a reducer wants written, and what it wants to tell its caller. */
interface Transition<R> {
  /** null leaves the session as it is. */
  state: SessionState | null
  events: readonly NewLogEvent[]
  writes: readonly RecordWrite[]
  result: R
}

export interface TransactInput {
  /** null where the decision is about keys alone: the reducer gets no state. */
  sessionId: string | null
  /** The log key of the event in hand; `seen` tells the reducer whether it is already logged. */
  key: string | null
  /** Further keys that the reducer has to know about. */
  alsoKeys?: readonly string[]
}

/** What the log already holds of the keys that were asked for. */
interface Known {
  /** The event in hand is logged already. */
  seen: boolean
  /** Those of all the keys that are logged already: their events must not be folded again. */
  logged: ReadonlySet<string>
  /** This store is a stand-in that can't see what other processes did: acting on it is not allowed. */
  blind: boolean
}

/** Pure and synchronous: it may run again when the transaction has to be retried. */
export type Reducer<R> = (state: SessionState | null, known: Known) => Transition<R>

/** What is decided about one record: what changes with it, and what its caller is told. */
export interface Change<R> {
  writes: readonly RecordWrite[]
  removes: readonly { kind: RecordKind; id: string }[]
  events: readonly NewLogEvent[]
  result: R
}

export interface ChangeInput<K extends RecordKind> {
  kind: K
  id: string
  at: string
}

/** Pure and synchronous, like a reducer. */
export type Decide<K extends RecordKind, R> = (record: RecordOf<K> | null) => Change<R>

export interface OnceInput<K extends RecordKind> {
  /** A record that the decision reads. */
  about?: { kind: K; id: string } | null
  /** Further log keys that the decision has to know about. */
  alsoKeys?: readonly string[]
}

/** The same for what is done once; null leaves it undone, for a later caller to do. */
export type DecideOnce<K extends RecordKind, R> = (
  record: RecordOf<K> | null,
  logged: ReadonlySet<string>,
) => Change<R> | null

/** A stretch of time; `beyond` goes on where a page ended. */
export interface Span {
  /** ISO instant: at or after it. */
  since?: string
  /** ISO instant: before it. */
  before?: string
  beyond?: Place<number>
}

/** Where a row stands in a list that is ordered by time. */
export interface Place<Id = string> {
  at: string
  id: Id
}

/** Some rows of a list, and where the next ones begin; null when these are the last. */
export interface Paged<T> {
  rows: T[]
  next: Place | null
}

export interface EventQuery {
  /** Only events with a greater id. */
  after?: number
  /** Only events with a smaller id. */
  before?: number
  sessionId?: string
  /** Exact kinds; all when absent. */
  kinds?: readonly string[]
  /** Only events of this time, which then come in its order and not in that of their ids. */
  during?: Span
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
  /** Only what comes behind this place in the order that is asked for. */
  beyond?: Place
  /** @default 200 */
  limit?: number
  /** @default 'newest' */
  order?: 'oldest' | 'newest'
}

/** Due rows are asked for by what is due, too. */
export interface DueQuery extends RecordQuery {
  kind?: string
}

type QueryOf<K extends RecordKind> = K extends 'due' ? DueQuery : RecordQuery

/** The same of sessions, by when something last happened in them. */
export type SessionQuery = Pick<RecordQuery, 'since' | 'before' | 'beyond' | 'limit'>

/** What is counted. */
export type CountQuery = Pick<RecordQuery, 'sessionId' | 'subject' | 'state' | 'since' | 'before'>

/** A question to the lessons' full-text index. Any of what is given is enough to match. */
export interface LessonQuery {
  /** Words of the lesson or of its task's description. */
  words?: readonly string[]
  /** Paths, or ends of paths, of files that the lesson is about. */
  files?: readonly string[]
  /** A task, a subtask or a fingerprint. Similar ones may match too: the caller looks at the rows. */
  place?: string
  state?: RecordOf<'lesson'>['state']
  /** Only what may cross tasks: untainted, or pinned by a human. */
  shareable?: boolean
  /** @default 200 */
  limit?: number
}

/** A question to the memory entries' full-text index. Any of the words is enough to match. */
export interface MemoryQuery {
  words: readonly string[]
  owner?: string
  /** ISO instant: only entries from before it. */
  before?: string
  /** @default 200 */
  limit?: number
}

/**
 * One row as it leaves one store and enters another; without an author where none is known. A line of
 * the log has none of its own: it is its session's.
 */
export type StoreRow =
  | { kind: 'event'; row: LogEvent }
  | (Partial<Ownership> & ({ kind: 'session'; row: SessionState } | RecordRow))
type RecordRow = { [K in RecordKind]: { kind: K; row: RecordOf<K> } }[RecordKind]

/** Something that was counted over rows, kept by its reader: a day, a lesson, a session. */
export interface Sum {
  kind: string
  id: string
  at: string
  /** Sorts those of a kind that have an order of their own. */
  place: string | null
  body: unknown
}

export interface SumQuery {
  kind: string
  ids?: readonly string[]
  /** ISO instant: only those at or after it. */
  since?: string
  /** ISO instant: only those before it. */
  before?: string
  /** Only those with a place, the highest first, at most this many. */
  best?: number
}

/** Up to where the log is counted; null before the first time. */
export interface SumMark {
  counted: number | null
  /** How often sums were kept. */
  revision: number
  /** ISO instant: rows from before it were deleted with their age; null when none were. */
  expiredBefore: string | null
}

/** Where everything is kept: a log of events and tables of records, behind transactions. */
export interface Store {
  /** Reads the session's state, applies the reducer, writes what it returns: one transaction. */
  transact<R>(input: TransactInput, reducer: Reducer<R>): Promise<R>
  /** Writes records and events in one transaction, each record with its own log line. */
  add(writes: readonly RecordWrite[], events?: readonly NewLogEvent[]): Promise<void>
  /** Reads one record, lets the pure function decide, does what it says: one transaction. */
  change<K extends RecordKind, R>(input: ChangeInput<K>, decide: Decide<K, R>): Promise<R>
  /**
   * Does what the pure function decides unless the key is logged: once over all processes, in one
   * transaction. One of its events has to carry the key. null: done before, or left undone.
   */
  once<R, K extends RecordKind = never>(
    key: string,
    decide: DecideOnce<K, R>,
    input?: OnceInput<K>,
  ): Promise<R | null>
  get<K extends RecordKind>(kind: K, id: string): Promise<RecordOf<K> | null>
  list<K extends RecordKind>(kind: K, query?: QueryOf<K>): Promise<RecordOf<K>[]>
  /** The same, with the place from which to go on. */
  page<K extends RecordKind>(kind: K, query?: QueryOf<K>): Promise<Paged<RecordOf<K>>>
  count<K extends RecordKind | 'event' | 'session'>(
    kind: K,
    query?: K extends RecordKind ? CountQuery : Pick<CountQuery, 'since' | 'before'>,
  ): Promise<number>
  /** Every subject that records of this kind have, in alphabetical order. */
  listSubjects(kind: RecordKind): Promise<string[]>
  /** Lessons by their text, best first; newest first when a place is asked for. */
  searchLessons(query: LessonQuery): Promise<RecordOf<'lesson'>[]>
  /** Memory entries by their text, best first. */
  searchMemory(query: MemoryQuery): Promise<RecordOf<'memory'>[]>
  /** Full text over requests, closing messages, commands, files and points; refused by a store that has no index of them. */
  searchLog(query: LogSearch): Promise<LogHits>
  /** Takes at most so many further lines of the log into that index; returns how many are left. */
  indexLog(limit: number): Promise<number>
  /** Deletes one record for good; false when there was none. */
  remove(kind: RecordKind, id: string, at: string): Promise<boolean>
  readEvents(query?: EventQuery): Promise<LogEvent[]>
  /** Every kind of event that was logged, in alphabetical order. */
  listEventKinds(): Promise<string[]>
  readSession(sessionId: string): Promise<SessionState | null>
  /** Newest first. */
  listSessions(limit?: number): Promise<SessionState[]>
  pageSessions(query?: SessionQuery): Promise<Paged<SessionState>>
  /** A value with an expiry, shared by processes; null when absent or expired. */
  readCache(key: string, now: string): Promise<string | null>
  writeCache(key: string, value: string, expiresAt: string): Promise<void>
  /** Writes the value unless a live one is there; true for the one caller that wrote it. */
  claimCache(key: string, value: string, at: { now: string; expiresAt: string }): Promise<boolean>
  /**
   * Adds up the ledger, lets `decide` make its next line and writes that: one transaction, so that
   * two processes can't both take the last of a budget. null: this store can't know what was spent.
   */
  bookCall(
    query: SpendingQuery,
    decide: (spending: Spending | null) => ModelCall,
  ): Promise<ModelCall>
  readSumMark(): Promise<SumMark>
  /** In the order of time; those that are asked for by their ids in any. */
  readSums(query: SumQuery): Promise<Sum[]>
  /**
   * Puts sums, and drops those without a body, in one transaction with the new mark. False, and
   * nothing is done, when the revision is another one: another process counted meanwhile.
   */
  keepSums(sums: readonly Sum[], mark: Pick<SumMark, 'counted' | 'revision'>): Promise<boolean>
  /** Recomputes every session from the log with the given fold; returns how many differed. */
  rebuildSessions(
    fold: (state: SessionState | null, event: LogEvent) => SessionState | null,
  ): Promise<{ sessions: number; changed: number }>
  /**
   * Deletes at most `limit` rows of a table that are older than the instant, of one state if that
   * is given; returns how many went.
   */
  expire(
    kind: RecordKind | 'event' | 'session' | 'cache',
    before: string,
    limit: number,
    state?: string,
  ): Promise<number>
  /** Hands over every row of one moment in a fixed order, each when the one before was taken. */
  exportRows(take: (row: StoreRow) => void | Promise<void>): Promise<void>
  /** Fills an empty store, all or nothing; returns how many rows came. */
  importRows(rows: AsyncIterable<StoreRow>): Promise<number>
  /** Gives the room of deleted rows back to the disk. */
  compact(): Promise<void>
  close(): Promise<void>
}
