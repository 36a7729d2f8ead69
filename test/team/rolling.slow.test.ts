/** Servers of two versions on one database, as while they are restarted one after the other. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { READS_LOOSELY } from '../../src/schema/api/team.js'
import type { TeamInvite, TeamReceipt, TeamSessions } from '../../src/schema/api/team.js'
import { openPostgres } from '../../src/store/postgres.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../support/open-pool.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { askServer, openTeam } from './open-team.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

let postgres: TestPostgres
let server: TeamServer
let token: string
const REACHED = { REFLECTION_PUBLIC_URL: 'https://team.example.org/' }

beforeAll(async () => {
  postgres = await startPostgres()
  server = await serveTeam(postgres.url, REACHED)
  token = (await openTeam(postgres.url, 'shop', { ada: 'owner' }))['ada']!
})
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

const run = (...statements: string[]) =>
  onConnection(postgres.url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const send = (id: string, kind = 'episode') =>
  askServer<TeamReceipt>(server, 'POST /rows', token, {
    rows: [
      { id, kind: 'episode', row: sampleWrite('episode', { id, state: 'resolved' }).record },
      {
        id: `${id}-too`,
        kind,
        row: sampleWrite('episode', { id: `${id}-too`, state: 'resolved' }).record,
      },
    ],
  })

/** As the next version of this program might do it. */
const migrateFurther = () =>
  run(
    'SET search_path = reflectory',
    `ALTER TABLE episodes ADD COLUMN weight INTEGER NOT NULL DEFAULT 1`,
    'ALTER TABLE tokens ADD COLUMN device TEXT',
    'CREATE TABLE dreams (project TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (project, id))',
    `UPDATE meta SET value = (value::int + 1)::text WHERE id = 'schema_version'`,
  )

it('goes on, and starts again, on tables that a newer server added to', async () => {
  expect(await send('before')).toMatchObject({ accepted: 2 })
  await migrateFurther()
  expect(await send('during')).toMatchObject({ accepted: 2 })
  await server.stop()
  server = await serveTeam(postgres.url, REACHED)
  expect(await send('after')).toMatchObject({ accepted: 2 })
  expect(await send('after')).toMatchObject({ accepted: 0, known: 2 })
  const database = await openPostgres(postgres.url)
  expect(await (await database.openStore({ project: 'shop' })).count('episode')).toBe(6)
  await database.close()
})

it('takes what it knows from a machine that is newer', async () => {
  expect(await send('mixed', 'dream')).toMatchObject({ accepted: 1, unknown: ['mixed-too'] })
})

it('tells a machine of the version before no field and no word that it would refuse', async () => {
  const content = { kind: 'setting', name: 'stop.maxAttempts', value: 4 }
  const { id } = await askServer<{ id: string }>(server, 'POST /proposals', token, { content })
  const { record } = sampleWrite('session_outcome')
  await askServer(server, 'POST /rows', token, {
    rows: [{ id: 'waits', kind: 'session_outcome', row: { ...record, status: 'waiting' } }],
  })
  const told = async (headers?: Record<string, string>) => {
    const ask = <T>(route: string) => askServer<T>(server, route, token, undefined, headers)
    const { proposals } = await ask<{ proposals: object[] }>('GET /proposals')
    const { sessions } = await ask<TeamSessions>('GET /sessions')
    const asked = { role: 'viewer' }
    const invite = await askServer<TeamInvite>(server, 'POST /invites', token, asked, headers)
    return [proposals, sessions.map(({ status }) => status), invite.url]
  }
  const fields = { person: expect.any(String), at: expect.any(String), member: 'ada', why: '' }
  const proposal = { id, content, ...fields }
  expect(await told()).toEqual([[proposal], ['unknown'], undefined])
  expect(await told(READS_LOOSELY)).toEqual([
    [{ ...proposal, accepted: 0 }],
    ['waiting'],
    'https://team.example.org',
  ])
})

it('does not open tables that took something away from its version', async () => {
  await run(
    `UPDATE reflectory.meta SET value = '1000' WHERE id IN ('schema_version', 'oldest_served')`,
  )
  await expect(openPostgres(postgres.url)).rejects.toMatchObject({ code: 'store-newer' })
})
