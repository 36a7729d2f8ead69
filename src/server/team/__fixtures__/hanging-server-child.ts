/** A server that stands still in the middle of its due work. */
import { openPostgres } from '../../../store/postgres.js'
import { doDueWork } from '../due-work.js'

const database = await openPostgres(process.argv[2]!)
await doDueWork({
  database: {
    ...database,
    listProjectsDue: async () => ['killed'],
    openStore: async (options) => {
      const store = await database.openStore(options)
      store.expire = () => {
        process.stdout.write('begun\n')
        return new Promise(() => setInterval(() => undefined, 1000))
      }
      return store
    },
  },
  now: () => new Date('2032-01-01T00:00:00.000Z'),
  log: () => undefined,
})
