import { statSync } from 'node:fs'
import path from 'node:path'
import { hideHome } from '../../safety/home-path.js'
import { ReflectError } from '../../schema/error.js'
import type { ReflectErrorCode } from '../../schema/error.js'
import { giveWay, mapGivingWay } from '../../util/give-way.js'
import { msSince } from '../../util/ms-since.js'
import { sqliteDialect } from './dialect.js'
import type { SqliteDialect } from './dialect.js'
import type { SqlConnection, SqlDriver, SqlRow, SqlValue } from './driver.js'
import { loadSqlite } from './sqlite-library.js'
import type { SqliteDatabase, SqliteStatement } from './sqlite-library.js'

export interface SqliteOptions {
  /** How long a statement waits for another process's lock. The driver blocks the thread meanwhile. */
  busyTimeoutMs: number
  /** The home directory, for which `~` is stored and looked up. @default hides none */
  home?: string
}

const MEMORY = ':memory:'
const LONG_WAL_BYTES = 1024 * 1024

/** One SQLite file (or `:memory:`) as a driver under the common SQL. */
export function openSqliteDriver(file: string, options: SqliteOptions): SqlDriver<SqliteDialect> {
  return translateErrors(file, () => {
    const { DatabaseSync } = loadSqlite()
    const database = new DatabaseSync(file)
    try {
      prepareDatabase(database, options)
    } catch (error) {
      database.close()
      throw error
    }
    return new SqliteDriver(file, database, hideHome(options.home ?? ''))
  })
}

function prepareDatabase(database: SqliteDatabase, options: SqliteOptions): void {
  database.exec(`PRAGMA busy_timeout = ${Math.trunc(options.busyTimeoutMs)}`)
  enterWal(database, options.busyTimeoutMs)
  // In WAL mode NORMAL survives the death of the process at any moment; FULL would add power cuts.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
}

/** Turning a new file to WAL ignores the busy timeout, so the wait is done here. */
function enterWal(database: SqliteDatabase, busyTimeoutMs: number): void {
  const mode = () => (database.prepare('PRAGMA journal_mode').all()[0] as SqlRow)['journal_mode']
  const start = process.hrtime()
  for (;;) {
    try {
      if (['wal', 'memory'].includes(String(mode()))) return
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (sqliteDialect.errorCode(error) !== 'store-locked' || msSince(start) >= busyTimeoutMs)
        throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

interface Turns {
  last: Promise<unknown>
}

const turnsByFile = new Map<string, Turns>()

/**
 * One queue per file, not per connection: while the second connection of a process waits for the
 * first one's lock it blocks the thread, and the first could never go on to release it.
 */
function turnsAt(file: string): Turns {
  if (file === MEMORY) return { last: Promise.resolve() }
  const key = path.resolve(file)
  const turns = turnsByFile.get(key) ?? { last: Promise.resolve() }
  turnsByFile.set(key, turns)
  return turns
}

class SqliteDriver implements SqlDriver<SqliteDialect>, SqlConnection {
  readonly dialect = sqliteDialect
  #file: string
  #hide: (text: string) => string
  #database: SqliteDatabase
  #statements = new Map<string, SqliteStatement>()
  #turns: Turns
  #closing: Promise<void> | null = null

  constructor(file: string, database: SqliteDatabase, hide: (text: string) => string) {
    this.#file = file
    this.#hide = hide
    this.#database = database
    this.#turns = turnsAt(file)
  }

  all(sql: string, values: readonly SqlValue[] = []): SqlRow[] {
    return this.#statement(sql).all(...this.#bind(values)) as SqlRow[]
  }

  run(sql: string, values: readonly SqlValue[] = []): number {
    return Number(this.#statement(sql).run(...this.#bind(values)).changes)
  }

  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): void {
    for (const values of rows) this.run(sql, values)
  }

  transaction<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#between(this.dialect.begin, work)
  }

  snapshot<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#between(this.dialect.beginRead, work)
  }

  #between<T>(begin: string, work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#alone(async () => {
      this.run(begin)
      try {
        const result = await work(this)
        this.run('COMMIT')
        return result
      } catch (error) {
        this.#rollBack()
        throw error
      }
    })
  }

  read<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#alone(async () => work(this))
  }

  /** The rows are of one moment, however long others are let go on in between. */
  readEach<T>(sql: string, values: readonly SqlValue[], take: (row: SqlRow) => T): Promise<T[]> {
    return this.#alone(async () => {
      const rows = this.#statement(sql).iterate(...this.#bind(values)) as Iterable<SqlRow>
      return mapGivingWay(rows, take)
    })
  }

  /** One of the libraries lets go of the file only when its statements are collected; until then the WAL stays. */
  close(): Promise<void> {
    this.#closing ??= this.#turns.last.then(() => {
      this.#statements.clear()
      this.#emptyLongWal()
      this.#database.close()
    })
    return this.#closing
  }

  /** The next opener of the file reads the whole WAL first. Does not wait: it is tried again. */
  #emptyLongWal(): void {
    try {
      const wal = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })
      if (wal === undefined || wal.size <= LONG_WAL_BYTES) return
      this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // Nothing is lost in a WAL that stays.
    }
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) {
      return Promise.reject(new ReflectError('store-unavailable', `${this.#file} is closed`))
    }
    // Each question is answered on the thread itself: without a pause, many in a row stop all else.
    const turn = this.#turns.last
      .then(giveWay)
      .then(work)
      .catch((error: unknown) => {
        throw toReflectError(this.#file, error)
      })
    this.#turns.last = turn.catch(() => undefined)
    return turn
  }

  /** After a full disk or a lost file SQLite has rolled back by itself and says so with an error. */
  #rollBack(): void {
    try {
      this.run('ROLLBACK')
    } catch {
      // The first error is the one to report.
    }
  }

  #bind(values: readonly SqlValue[]): unknown[] {
    return values.map((value) => toBound(typeof value === 'string' ? this.#hide(value) : value))
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Evens out what the two libraries do with numbers and NULs. */
function toBound(value: SqlValue): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\u{fffd}')
  return value
}

function translateErrors<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toReflectError(file, error)
  }
}

const REMEDIES: Partial<Record<ReflectErrorCode, string>> = {
  'store-locked': 'Another process is writing; try again. `reflect doctor` shows who, if it stays.',
  'store-full': 'Free some disk space; what could not be written waits in the spool.',
  'store-corrupt': 'Move this file aside: the next event makes a new one.',
  'store-readonly': 'Make the file and its folder writable for you (`chmod u+w`).',
  'store-unavailable': 'Check that the folder of this file exists and is yours.',
}

function toReflectError(file: string, error: unknown): unknown {
  if (error instanceof ReflectError || !isSqliteError(error)) return error
  const code = sqliteDialect.errorCode(error)
  const remedy = REMEDIES[code]
  return new ReflectError(code, `${file}: ${(error as Error).message}`, {
    cause: error,
    ...(remedy === undefined ? {} : { remedy }),
  })
}

const isSqliteError = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_SQLITE_ERROR'
