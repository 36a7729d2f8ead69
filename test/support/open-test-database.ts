import { loadPg } from '../../src/store/postgres/pg-library.js'
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
  if (named === undefined) {
    const { url, stop } = await startPostgres()
    return { url, dump: (project) => dump(url, project), close: stop }
  }
  const name = `reflectory_test_${process.pid}_${Date.now()}`
  await query(named, `CREATE DATABASE ${name}`)
  const url = new URL(named)
  url.pathname = `/${name}`
  return {
    url: url.href,
    dump: (project) => dump(url.href, project),
    close: async () => void (await query(named, `DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** On a connection of its own. */
async function query(url: string, text: string, values: unknown[] = []) {
  const pool = new (loadPg().Pool)({ connectionString: url })
  const client = await pool.connect()
  try {
    return (await client.query({ text, values })).rows
  } finally {
    client.release()
    await pool.end()
  }
}

async function dump(url: string, project: string): Promise<string> {
  const tables = await query(
    url,
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'reflectory' AND column_name = 'project'`,
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    rows.push(
      await query(url, `SELECT * FROM reflectory.${String(name)} WHERE project = $1`, [project]),
    )
  }
  return JSON.stringify(rows)
}
