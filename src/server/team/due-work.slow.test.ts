import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../test/support/open-test-database.js'
import type { TestDatabase } from '../../../test/support/open-test-database.js'
import { openDueRowQueue } from '../../queue/due-rows.js'
import { openPostgres } from '../../store/postgres.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { queueContract } from '../../testing/queue-contract.js'
import { sampleEvent, sampleWrite } from '../../testing/store-contract/samples.js'
import { doDueWork } from './due-work.js'

let server: TestDatabase
let databases: PostgresDatabase[]

beforeAll(async () => {
  server = await openTestDatabase()
  databases = [await openPostgres(server.url), await openPostgres(server.url)]
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await server.close()
})

let queues = 0
queueContract(
  'due rows in PostgreSQL',
  async () => {
    queues += 1
    const store = await databases[0]!.openStore({ project: `queue-${queues}` })
    return { queue: openDueRowQueue(store), close: () => store.close() }
  },
  { describe, it },
)

const at = (minutes: number) => new Date(Date.parse('2032-01-01T00:00:00.000Z') + minutes * 60_000)

async function openProject(project: string) {
  const store = await databases[0]!.openStore({ project })
  await store.add(
    [sampleWrite('episode', { at: '2030-06-01T00:00:00.000Z' })],
    [
      sampleEvent({ at: '2030-06-01T00:00:00.000Z' }),
      sampleEvent({ at: '2031-12-01T00:00:00.000Z' }),
    ],
  )
  return store
}

it('old rows go once, whichever of two servers does it, and not again before the next day', async () => {
  const store = await openProject('old')
  const said: string[] = []
  const say = (line: string) => line.startsWith('old:') && said.push(line)
  const work = (minutes: number) =>
    Promise.all(
      databases.map((database) =>
        doDueWork({ database, now: () => at(minutes), log: (line) => void say(line) }),
      ),
    )
  await work(0)
  expect(said).toEqual(['old: 3 rows were older than 365 days'])
  expect(await store.count('episode')).toBe(0)
  expect((await store.readEvents({ kinds: ['agent.tested'] })).length).toBe(1)
  await openProject('old')
  await work(23 * 60)
  expect(said.length).toBe(1)
  await work(25 * 60)
  expect(said.length).toBe(2)
})

it('what a killed server had begun, another does within two minutes', async () => {
  const store = await openProject('killed')
  const program = path.resolve('node_modules/.cache', `hanging-server-${process.pid}.mjs`)
  const source = path.join(import.meta.dirname, '__fixtures__/hanging-server-child.ts')
  const bundled = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const
  buildSync({ entryPoints: [source], outfile: program, ...bundled, target: 'node20' })
  onTestFinished(() => rmSync(program, { force: true }))
  const child = spawn(process.execPath, [program, server.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const work = (minutes: number) =>
    doDueWork({ database: databases[1]!, now: () => at(minutes), log: () => undefined })
  await work(0.5)
  expect(await store.count('episode')).toBe(1)
  await work(1.5)
  expect(await store.count('episode')).toBe(0)
})
