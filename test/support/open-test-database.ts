import type { PgPool } from '../../src/store/postgres/pg-library.js'
import { onClient, openPool } from './open-pool.js'
import { startPostgres } from './start-postgres.js'

/** An empty database for one test file. */
export interface TestDatabase {
  url: string
  /** Everything that is stored of a project, as text, read behind the store's back. */
  dump(project: string): Promise<string>
  close(): Promise<void>
}

/** On the server that REFLECTION_TEST_PG names, or on one that is started for it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const named = process.env['REFLECTION_TEST_PG']
  const { url, drop } = named === undefined ? await startOwn() : await createOn(named)
  const reader = openPool(url)
  let everything: Promise<string> | null = null
  return {
    url,
    async dump(project) {
      everything ??= readingAll(reader)
      const rows = await query(reader, await everything, [project])
      return rows.map(({ row }) => String(row)).join('\n')
    },
    close: async () => {
      await reader.end()
      await drop()
    },
  }
}

async function startOwn() {
  const { url, stop } = await startPostgres()
  return { url, drop: stop }
}

async function createOn(named: string) {
  const name = `reflectory_test_${process.pid}_${Date.now()}`
  const admin = openPool(named)
  await query(admin, `CREATE DATABASE ${name}`)
  const url = new URL(named)
  url.pathname = `/${name}`
  const drop = async () => {
    await query(admin, `DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url: url.href, drop }
}

const query = (pool: PgPool, text: string, values: unknown[] = []) =>
  onClient(pool, async (client) => (await client.query({ text, values })).rows)

/** One statement that reads a project's rows in every table that has a project. */
async function readingAll(pool: PgPool): Promise<string> {
  const tables = await query(
    pool,
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'reflectory' AND column_name = 'project'`,
  )
  return tables
    .map(
      ({ name }) => `SELECT t::text AS row FROM reflectory.${String(name)} AS t WHERE project = $1`,
    )
    .join(' UNION ALL ')
}
