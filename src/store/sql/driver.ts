import type { Dialect } from './dialect.js'

export type SqlValue = string | number | null
export type SqlRow = Record<string, SqlValue>

/** One connection, while it is ours. Statements are prepared once and kept. */
export interface SqlConnection {
  all(sql: string, values?: readonly SqlValue[]): SqlRow[] | Promise<SqlRow[]>
  /** Rows that were changed. */
  run(sql: string, values?: readonly SqlValue[]): number | Promise<number>
  /** One insert with the values of several rows, as if each was run after the other. */
  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): void | Promise<void>
}

/** A database under the common SQL. What is written is written in the order it was asked for. */
export interface SqlDriver<D extends Dialect = Dialect> {
  dialect: D
  /** Between begin and commit; rolled back when the work throws. */
  transaction<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T>
  /** Reads of one moment in time, while others go on writing. */
  snapshot<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T>
  /** Without a transaction, for single reads. */
  read<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T>
  /** One read, each row turned into what is wanted of it: a long one lets others go on in between. */
  readEach<T>(sql: string, values: readonly SqlValue[], take: (row: SqlRow) => T): Promise<T[]>
  close(): Promise<void>
}
