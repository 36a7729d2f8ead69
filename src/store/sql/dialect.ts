import type { ReflectErrorCode } from '../../schema/error.js'
import {
  createSqliteTextIndex,
  dropSqliteTextIndex,
  selectSqliteMatches,
  sqliteMatch,
} from './sqlite-text-index.js'
import type { TextColumns } from './text-columns.js'

/** Everything in which the questions to one SQL database differ from those to another. */
export interface Dialect {
  /** A top-level field of the column `body`, as a number or a text; NULL where it is null. */
  jsonNumber(field: string): string
  jsonText(field: string, column?: string): string
  /** Bodies that match, best or newest first; wants the match, the conditions' values, the limit. */
  selectMatches(table: string, byTime: boolean, conditions: readonly string[]): string
  /** The match of any of the first phrases, by column, and of one for each column of the second. */
  toMatch(any: TextColumns, all: TextColumns): string
  /** Whether each of several reads that are merged has to be limited: else the planner sorts them all. */
  limitsEachRead: boolean
  /** Whether the log has a full-text index. */
  searchesLog: boolean
  /** Statements, each outside of a transaction, that give free room back to the disk. */
  compact: readonly string[]
}

/** What SQLite's driver and its migrations need besides. */
export interface SqliteDialect extends Dialect {
  /** The type of a whole number that counts up in commit order. */
  serial: string
  /** What follows a table's closing parenthesis. */
  tableSuffix: string
  /** Takes the write lock at once: a deferred one fails when two readers both turn writer. */
  begin: string
  /** Begins a read of one moment in time, which keeps no writer waiting. */
  beginRead: string
  /** Which of our codes a driver's error means. */
  errorCode(error: unknown): ReflectErrorCode
  isMissingTable(error: unknown): boolean
  /** Counts the tables that are there, as `tables`. */
  countTables: string
  /** The column `body` with one top-level field set to a text. */
  setJsonText(field: string, text: string): string
  /** The column `body` with one top-level field under another name, where it has it. */
  renameJson(from: string, to: string): string
  /** Statements that make a full-text index which follows a table of records by itself. */
  createTextIndex(table: string, columns: TextColumns): string[]
  dropTextIndex(table: string): string[]
}

export const sqliteDialect: SqliteDialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  tableSuffix: ' STRICT',
  begin: 'BEGIN IMMEDIATE',
  beginRead: 'BEGIN',
  errorCode: (error) =>
    SQLITE_CODES[extendedCode(error)] ?? SQLITE_CODES[primaryCode(error)] ?? 'store-unavailable',
  // SQLITE_ERROR, the generic code, is all that a missing table gives.
  isMissingTable: (error) => primaryCode(error) === 1,
  countTables: `SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'`,
  jsonNumber: (field) => `json_extract(body, '$.${field}')`,
  jsonText: (field, column = 'body') => `json_extract(${column}, '$.${field}')`,
  setJsonText: (field, text) => `json_set(body, '$.${field}', ${text})`,
  renameJson: (from, to) =>
    `iif(json_type(body, '$.${from}') IS NULL, body, json_remove(json_set(body, '$.${to}', json_extract(body, '$.${from}')), '$.${from}'))`,
  createTextIndex: createSqliteTextIndex,
  dropTextIndex: dropSqliteTextIndex,
  selectMatches: selectSqliteMatches,
  limitsEachRead: false,
  searchesLog: true,
  toMatch: sqliteMatch,
  compact: ['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)'],
}

// https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary one.
const SQLITE_CODES: Record<number, ReflectErrorCode> = {
  3: 'store-readonly',
  5: 'store-locked',
  6: 'store-locked',
  8: 'store-readonly',
  11: 'store-corrupt',
  13: 'store-full',
  14: 'store-unavailable',
  18: 'record-invalid',
  19: 'record-invalid',
  26: 'store-corrupt',
  // SQLITE_IOERR_SHMSIZE: the shared index could not grow, which only a full disk does.
  4874: 'store-full',
}

// One of the libraries leaves the code out when reading fails; SQLite's words for it are fixed.
const SQLITE_WORDS: Record<string, number> = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
}

function extendedCode(error: unknown): number {
  const { errcode, message } = (error ?? {}) as { errcode?: unknown; message?: unknown }
  return typeof errcode === 'number' ? errcode : (SQLITE_WORDS[String(message)] ?? -1)
}

const primaryCode = (error: unknown): number => extendedCode(error) & 0xff
