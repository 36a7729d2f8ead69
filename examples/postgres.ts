import { openReflector, ReflectError } from 'reflectory'
import { openPostgres } from 'reflectory/postgres'
import type { PostgresDatabase, PostgresOptions, PostgresStoreOptions } from 'reflectory/postgres'

// One database for many projects, and for many machines. Without a server the answer is a code.
const url = process.env['EXAMPLE_PG'] ?? 'postgres://127.0.0.1:1/reflectory'
const options: PostgresOptions = { maxConnections: 4, connectTimeoutMs: 1000 }
const cart: PostgresStoreOptions = { project: 'cart', author: 'ada' }
try {
  const database: PostgresDatabase = await openPostgres(url, options)
  const store = await database.openStore(cart)
  const reflector = await openReflector({ store })
  console.log(`sessions: ${(await store.listSessions()).length}`)
  await reflector.close()
  await store.close()
  await database.close()
} catch (error) {
  console.log(error instanceof ReflectError ? error.code : error)
}
