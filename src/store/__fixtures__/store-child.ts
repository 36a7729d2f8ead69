/** What a test makes another process do with a store: `node child.mjs ROLE FILE ARGUMENT`. */
import { writeSync } from 'node:fs'
import { ReflectError } from '../../schema/error.js'
import type { SqliteDialect } from '../sql/dialect.js'
import type { SqlConnection, SqlDriver } from '../sql/driver.js'
import { migrate } from '../sql/migrate.js'
import { openSqliteDriver } from '../sql/sqlite-driver.js'
import { loadSqlite } from '../sql/sqlite-library.js'
import { openSqliteStore } from '../sqlite.js'

const AT = '2030-01-01T00:00:00.000Z'
const [role = '', file = '', argument = ''] = process.argv.slice(2)

const event = (key: string, body: unknown) => ({ at: AT, kind: 'test', sessionId: 's', key, body })

const roles: Record<string, () => Promise<void>> = {
  /** Opens and closes; what went wrong is said as JSON. */
  async open() {
    const store = await openSqliteStore(file)
    await store.add([], [event(`open:${argument}`, null)])
    await store.close()
    say('opened')
  },
  /** Writes `argument` transactions, each of one record. */
  async write() {
    const store = await openSqliteStore(file, { busyTimeoutMs: 60_000 })
    const [name, count] = argument.split(':')
    for (let n = 0; n < Number(count); n += 1) {
      await store.add([interaction(`${name}-${n}`, 'x'.repeat(n % 300))])
    }
    await store.close()
    say('written')
  },
  /** Writes until it is killed, and says each id only once it was acknowledged. */
  async forever() {
    const store = await openSqliteStore(file, { busyTimeoutMs: 60_000 })
    for (let n = 0; ; n += 1) {
      const id = `${argument}-${n}`
      await store.add([interaction(id, 'x'.repeat((n * 37) % 5000))])
      say(id)
    }
  },
  /** Holds the write lock until standard input ends. */
  async lock() {
    const database = new (loadSqlite().DatabaseSync)(file)
    database.exec('BEGIN IMMEDIATE')
    say('locked')
    for await (const _ of process.stdin) continue
    database.exec('ROLLBACK')
    database.close()
  },
  /** Migrates, and stands still for ever after that many statements of it. */
  async migrate() {
    const driver = openSqliteDriver(file, { busyTimeoutMs: 0 })
    let left = Number(argument)
    const slow: SqlDriver<SqliteDialect> = Object.create(driver, {
      dialect: { value: driver.dialect },
      read: { value: driver.read.bind(driver) },
      transaction: {
        value: <T>(work: (connection: SqlConnection) => T | Promise<T>) =>
          driver.transaction((connection) =>
            work({
              all: (sql, values) => connection.all(sql, values),
              run(sql, values) {
                const changed = connection.run(sql, values)
                left -= 1
                if (left === 0) {
                  say(`ran ${argument}`)
                  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
                }
                return changed
              },
              runMany: (sql, rows) => connection.runMany(sql, rows),
            }),
          ),
      },
    }) as SqlDriver<SqliteDialect>
    await migrate(slow, file)
  },
  /** Writes big records until the disk is full. */
  async fill() {
    const store = await openSqliteStore(file)
    for (let n = 0; n < 10_000; n += 1) {
      await store.add([interaction(`id-${n}`, 'y'.repeat(20_000))])
      say(`id-${n}`)
    }
  },
}

const interaction = (id: string, output: string) => ({
  kind: 'interaction' as const,
  record: { id, action: 'test', session: 's', input: '', output, timestamp: AT },
})

// Straight to the descriptor: a stream would hold lines back that a kill then loses.
const say = (line: string): number => writeSync(1, `${line}\n`)

try {
  await roles[role]?.()
} catch (error) {
  if (!(error instanceof ReflectError)) throw error
  say(JSON.stringify({ code: error.code, remedy: error.remedy }))
}
