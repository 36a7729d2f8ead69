import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'

export interface SqliteStoreOptions {
  /**
   * How long to wait for another process's lock. A hook uses at most 200.
   * @default 5000
   */
  busyTimeoutMs?: number
}

/** Opens (and on first use creates) a store in one SQLite file, readable by its owner alone. */
export async function openSqliteStore(
  file: string,
  { busyTimeoutMs = 5000 }: SqliteStoreOptions = {},
): Promise<Store> {
  makePrivateFile(file)
  const driver = openSqliteDriver(file, { busyTimeoutMs })
  try {
    await migrate(driver, file)
  } catch (error) {
    await driver.close()
    throw error
  }
  return new SqlStore(driver)
}

/** SQLite's side files inherit the mode of the database, so it must be right from the first byte. */
function makePrivateFile(file: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const known = lstatSync(file, { throwIfNoEntry: false })
    if (known !== undefined && !known.isFile()) {
      throw new ReflectError('unsafe-path', `${file} is not a regular file`, {
        remedy: 'Remove it; Reflectory makes a new one.',
      })
    }
    if (known === undefined) {
      closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
    }
  } catch (cause) {
    if (cause instanceof ReflectError) throw cause
    throw new ReflectError('store-unavailable', `${file} can't be created`, {
      cause,
      remedy: 'Check that the folder is yours and has space left.',
    })
  }
}
