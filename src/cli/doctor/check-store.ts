import { existsSync, lstatSync } from 'node:fs'
import { ReflectError } from '../../schema/error.js'
import { listSpooled } from '../../store/spooled-file.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { databaseFile, spoolDir } from '../../wiring/workspace.js'
import { askStore } from './ask-store.js'
import { about } from './check.js'
import type { Check, CheckResult } from './check.js'

const { ok, notice, broken } = about('store')

/** The database: can it be opened, is it whole, is it private, does anything wait to get in? */
export const checkStore: Check = async ({ workspace, maxWholeBytes }) => {
  const waiting = listSpooled(spoolDir(workspace.stateDir)).length
  const spool = `${waiting} transactions are waiting to get into the database`
  const soon = 'They are written as soon as the database can be opened.'
  const results = waiting === 0 ? [] : [about('spool').notice(spool, soon)]
  const file = databaseFile(workspace)
  if (file === null) return [...results, ok('in memory')]
  if (!existsSync(file)) return [...results, ok(`none yet; it will be ${file}`)]
  try {
    await askStore(workspace, async () => null)
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    return [...results, broken(`${error.code}: ${error.message}`, error.remedy)]
  }
  const isSmall = lstatSync(file).size <= maxWholeBytes
  const whole = isSmall
    ? checkWhole(file)
    : ok(`${file} opens; \`reflect doctor\` reads it through`)
  return [...results, whole, ...checkPrivate(file)]
}

function checkWhole(file: string): CheckResult {
  const wrong = whatIsWrong(file)
  const remedy = 'Move the file aside; a new one will be created.'
  return wrong === null ? ok(file) : broken(`${file}: ${wrong}`, remedy)
}

function whatIsWrong(file: string): string | null {
  const database = new (loadSqlite().DatabaseSync)(file, { readOnly: true })
  try {
    const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    return first?.quick_check === 'ok' ? null : String(first?.quick_check)
  } catch (error) {
    return (error as Error).message
  } finally {
    database.close()
  }
}

function checkPrivate(file: string): CheckResult[] {
  const others = lstatSync(file).mode & 0o077
  if (others === 0 || process.platform === 'win32') return []
  return [notice(`${file} is readable by other users`, `chmod 600 ${file}`)]
}
