import { afterAll, beforeAll, describe, it } from 'vitest'
import { openTestDatabase } from '../../test/support/open-test-database.js'
import type { TestDatabase } from '../../test/support/open-test-database.js'
import { storeContract } from '../testing/store-contract.js'
import { openPostgres } from './postgres.js'
import type { PostgresDatabase } from './postgres.js'

let server: TestDatabase
let database: PostgresDatabase
let projects = 0

beforeAll(async () => {
  server = await openTestDatabase()
  database = await openPostgres(server.url)
})
afterAll(async () => {
  await database.close()
  await server.close()
})

storeContract(
  'PostgreSQL',
  async () => {
    projects += 1
    const project = `project-${projects}`
    let store = await database.openStore({ project })
    return {
      store,
      reopen: async () => {
        await store.close()
        store = await database.openStore({ project })
        return store
      },
      dump: () => server.dump(project),
      close: () => store.close(),
    }
  },
  { describe, it },
)
