import { afterAll, describe, it } from 'vitest'
import { openTestDatabase } from '../../test/support/open-test-database.js'
import { storeContract } from '../testing/store-contract.js'
import { openPostgres } from './postgres.js'

async function start() {
  const server = await openTestDatabase()
  return { server, database: await openPostgres(server.url) }
}

/** `npm test` goes on where no PostgreSQL can start, and says why; `npm run test:slow` does not. */
const started = await start().catch((error: unknown) => {
  if (process.env['REFLECTION_TEST_PG_NEEDED'] !== undefined) throw error
  console.warn(
    `The contract is not held against PostgreSQL, which does not start: ${String(error)}`,
  )
  return null
})
afterAll(async () => {
  await started?.database.close()
  await started?.server.close()
})

let projects = 0
storeContract(
  started === null ? 'PostgreSQL, which does not start here' : 'PostgreSQL',
  async () => {
    const { server, database } = started!
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
  { describe: started === null ? describe.skip : describe, it },
)
