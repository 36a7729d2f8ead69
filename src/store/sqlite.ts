/**
 * The store in one SQLite file. A path comes in; the file and its folder are made where they are
 * missing, for their owner alone. Links, folders and pipes in the file's place are refused, and so
 * are databases of other programs and of newer versions.
 */
import { accessSync, chmodSync, closeSync, constants, lstatSync, openSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import type { ReflectErrorCode } from '../schema/error.js'
import type { Store } from '../store.js'
import { makeFolders } from '../util/make-folders.js'
import type { SqliteDialect } from './sql/dialect.js'
import type { SqlDriver } from './sql/driver.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import type { SqlStoreOptions } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'

/** How a SQLite file is opened. */
export interface SqliteStoreOptions extends SqlStoreOptions {
  /**
   * How long to wait for another process's lock. A hook uses at most 200.
   * @default 5000
   */
  busyTimeoutMs?: number
  /**
   * The home directory, for which `~` is stored.
   * @default the user's own
   */
  home?: string
}

/** Opens (and on first use creates) a store in one SQLite file, readable by its owner alone. */
export async function openSqliteStore(
  file: string,
  { busyTimeoutMs = 5000, author = null, home = homedir() }: SqliteStoreOptions = {},
): Promise<Store> {
  refuseNoFile(file)
  makePrivateFile(file)
  let driver: SqlDriver<SqliteDialect> | null = null
  try {
    driver = openSqliteDriver(file, { busyTimeoutMs, home })
    await migrate(driver, file)
    return new SqlStore(driver, { author })
  } catch (error) {
    await driver?.close()
    throw isUnwritable(error, file) ? cantBeMade(file, 'store-readonly', error) : error
  }
}

/** SQLite takes these for something else than the file of that name. */
function refuseNoFile(file: string): void {
  if (file !== '' && file !== ':memory:' && !file.startsWith('file:')) return
  throw new ReflectError('usage', `"${file}" is not the path of a file`, {
    remedy: 'Name a file. `openMemoryStore()` opens a store that is gone with the process.',
  })
}

/** SQLite's side files inherit the mode of the database, so it must be right from the first byte. */
function makePrivateFile(file: string): void {
  try {
    const known = lstatSync(file, { throwIfNoEntry: false })
    if (known === undefined) return createPrivateFile(file)
    if (!known.isFile()) {
      throw new ReflectError('unsafe-path', `${file} is not a regular file`, {
        remedy: 'Remove it; Reflectory makes a new one.',
      })
    }
    if (process.platform !== 'win32' && (known.mode & 0o077) !== 0) chmodSync(file, 0o600)
  } catch (cause) {
    if (cause instanceof ReflectError) throw cause
    throw cantBeMade(file, FILE_CODES[codeOf(cause)] ?? 'store-unavailable', cause)
  }
}

function createPrivateFile(file: string): void {
  makeFolders(path.dirname(file))
  closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
}

/** A file without write permission, or side files that can't be made, look like any failure to open. */
function isUnwritable(error: unknown, file: string): boolean {
  if (!(error instanceof ReflectError) || error.code !== 'store-unavailable') return false
  return [file, path.dirname(file)].some((place) => {
    try {
      accessSync(place, constants.W_OK)
      return false
    } catch {
      return true
    }
  })
}

const FILE_CODES: Record<string, ReflectErrorCode> = {
  EACCES: 'store-readonly',
  EPERM: 'store-readonly',
  EROFS: 'store-readonly',
  ENOSPC: 'store-full',
  EDQUOT: 'store-full',
  ELOOP: 'unsafe-path',
}

const REMEDIES: Partial<Record<ReflectErrorCode, string>> = {
  'store-readonly': 'Make the file and its folder writable for you (`chmod u+w`).',
  'store-full': 'Free some disk space, then try again.',
}

const cantBeMade = (file: string, code: ReflectErrorCode, cause: unknown): ReflectError =>
  new ReflectError(code, `${file} can't be opened for writing`, {
    cause,
    remedy: REMEDIES[code] ?? 'Check that the path is right and the folder is yours.',
  })

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
