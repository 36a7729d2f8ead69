import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoreRow } from '../../store.js'
import { makeOldDatabase } from '../__fixtures__/old-database.js'
import { buildChild, startChild } from '../__fixtures__/start-child.js'
import { openSqliteStore } from '../sqlite.js'
import { migrations, SCHEMA_VERSION } from './migrations.js'
import { openSqliteDriver } from './sqlite-driver.js'
import { sqliteDialect } from './dialect.js'

let dir: string
let program: string
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'migration-'))
  program = await buildChild()
})
afterAll(() => {
  rmSync(dir, { recursive: true, force: true })
  rmSync(path.dirname(program), { recursive: true, force: true })
})

const steps = migrations.at(-1)!(sqliteDialect).length

it.each([...new Set([1, Math.floor(steps / 2), steps])])(
  'keeps every row when the process is killed after %i statements of a migration',
  async (count) => {
    const file = path.join(dir, `${count}.db`)
    const driver = openSqliteDriver(file, { busyTimeoutMs: 0 })
    const rows = await makeOldDatabase(driver, SCHEMA_VERSION - 1)
    await driver.close()

    const child = startChild(program, ['migrate', file, String(count)])
    await child.started
    child.process.kill('SIGKILL')
    expect(await child.done).toEqual([`ran ${count}`])

    const store = await openSqliteStore(file)
    const found: StoreRow[] = []
    await store.exportRows((row) => void found.push(row))
    expect(found).toEqual(rows)
    await store.close()
  },
)
