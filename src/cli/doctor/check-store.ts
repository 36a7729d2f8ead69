import { existsSync, lstatSync } from 'node:fs'
import { ReflectError } from '../../schema/error.js'
import { listSpooled } from '../../store/spooled-file.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { databaseFile, openStore, spoolDir } from '../../wiring/workspace.js'
import { broken, notice, ok } from './check.js'
import type { Check, CheckResult } from './check.js'

/** The database: can it be opened, is it whole, is it private, does anything wait to get in? */
export const checkStore: Check = async ({ workspace, maxWholeBytes }) => {
  const file = databaseFile(workspace)
  const results: CheckResult[] = []
  const waiting = listSpooled(spoolDir(workspace.stateDir)).length
  if (waiting > 0) {
    results.push(
      notice(
        'spool',
        `${waiting} transactions are waiting to get into the database`,
        'They are written as soon as the database can be opened.',
      ),
    )
  }
  if (file === null) return [...results, ok('store', 'in memory')]
  if (!existsSync(file)) return [...results, ok('store', `none yet; it will be ${file}`)]
  try {
    const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
    await store.close()
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    return [...results, broken('store', `${error.code}: ${error.message}`, error.remedy ?? null)]
  }
  const isSmall = lstatSync(file).size <= maxWholeBytes
  const whole = isSmall
    ? checkWhole(file)
    : ok('store', `${file} opens; \`reflect doctor\` reads it through`)
  return [...results, whole, ...checkPrivate(file)]
}

function checkWhole(file: string): CheckResult {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    return first?.quick_check === 'ok'
      ? ok('store', file)
      : broken(
          'store',
          `${file}: ${first?.quick_check}`,
          'Move the file aside; a new one will be created.',
        )
  } catch (error) {
    return broken(
      'store',
      `${file}: ${(error as Error).message}`,
      'Move the file aside; a new one will be created.',
    )
  } finally {
    database.close()
  }
}

function checkPrivate(file: string): CheckResult[] {
  const others = lstatSync(file).mode & 0o077
  if (others === 0 || process.platform === 'win32') return []
  return [notice('store', `${file} is readable by other users`, `chmod 600 ${file}`)]
}
