/** What one token can do to the others of its team, on a real server: nothing that they notice. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TeamActivity, TeamFacts, TeamReceipt } from '../../src/schema/api/team.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../support/open-pool.js'
import { openTestDatabase } from '../support/open-test-database.js'
import type { TestDatabase } from '../support/open-test-database.js'
import { openSandbox } from '../support/sandbox.js'
import { askServer, openTeam } from './open-team.js'
import { reflectJson } from './reflect-json.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

let database: TestDatabase
let server: TeamServer
let tokens: Record<string, string>

beforeAll(async () => {
  database = await openTestDatabase()
  server = await serveTeam(database.url)
  tokens = await openTeam(database.url, 'shop', { Olga: 'owner', Mal: 'member', Ada: 'member' })
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

const row = (id: string, fields: object = {}) => ({
  id,
  kind: 'episode',
  row: { ...sampleWrite('episode', { id, state: 'resolved' }).record, ...fields },
})
const send = (who: string, rows: object[]) =>
  askServer<TeamReceipt>(server, 'POST /rows', tokens[who]!, { rows })
const post = (who: string, body: string) =>
  fetch(`${server.url}/api/team/v1/rows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    body,
  })
const run = (text: string) =>
  onConnection(database.url, async (client) => (await client.query(text)).rows)

it('rows of 4 MB are named or refused, and the others go through', async () => {
  const long = row('long', { check: 'x'.repeat(3_900_000) })
  expect(await send('Mal', [long, row('short')])).toMatchObject({
    accepted: 1,
    refused: [{ id: 'long', reason: 'it has more than 50000 characters' }],
  })
  const tooMuch = await post(
    'Mal',
    JSON.stringify({ rows: [row('a', { check: 'x'.repeat(5e6) })] }),
  )
  expect(tooMuch.status).toBe(413)
})

it('rows as long as they may be make no page that is too long', async () => {
  const name = 'n'.repeat(200)
  const files = Array.from({ length: 200 }, (_, n) => `${name}${n}`)
  const resolvedBy = { files, hunks: [], commands: [], commit: null }
  for (let from = 0; from < 200; from += 50) {
    const rows = Array.from({ length: 50 }, (_, n) => row(`big${from + n}`, { resolvedBy }))
    await send('Mal', rows)
  }
  const activity = await askServer<TeamActivity>(server, 'GET /activity', tokens['Ada']!)
  expect(JSON.stringify(activity).length).toBeLessThan(100_000)
  const headers = { 'reflectory-reads': 'loose' }
  let [after, seen] = [0, 0]
  for (let more = true; more;) {
    const route = `GET /facts?after=${after}`
    const facts = await askServer<TeamFacts>(server, route, tokens['Ada']!, undefined, headers)
    expect(JSON.stringify(facts).length).toBeLessThan(4_000_000)
    seen += facts.rows.length
    more = facts.more
    after = facts.next
  }
  expect(seen).toBeGreaterThanOrEqual(200)
})

it('a flood is told to wait, and others go on', async () => {
  const ask = () =>
    fetch(`${server.url}/api/team/v1/me`, {
      headers: { authorization: `Bearer ${tokens['Mal']}` },
    })
  // A slow machine floods slowly, and gets some of it back meanwhile.
  const late: Response[] = []
  for (let sent = 0; sent < 10_000 && late.length < 100; sent += 500) {
    const answers = await Promise.all(Array.from({ length: 500 }, ask))
    late.push(...answers.filter(({ status }) => status === 429))
  }
  expect(late.length).toBeGreaterThanOrEqual(100)
  expect(late[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await send('Ada', [row('of-ada')])).toMatchObject({ accepted: 1 })
})

it('a second person of a name gets another, and a person goes with all that they made', async () => {
  const sandbox = openSandbox()
  const link = async () => {
    const { code } = await askServer<{ code: string }>(server, 'POST /invites', tokens['Olga']!, {
      role: 'owner',
    })
    return `${server.url}/#join=${code}`
  }
  const reflect = (...words: string[]) => reflectJson(sandbox, database.url, words)
  await reflect('login', await link(), '--name', 'ADA', '--yes')
  expect(await reflect('team')).toMatchObject({
    tokens: expect.arrayContaining([expect.objectContaining({ name: 'ADA 2' })]) as unknown,
  })
  const made = await reflect('team', 'token', 'Nightly', '--yes')
  writeFileSync(path.join(sandbox.root, 'names.txt'), 'Bea\nCid\n\n')
  const { invites } = (await reflect('team', 'invite', '--names', 'names.txt', '--yes')) as {
    invites: { name: string; link: string }[]
  }
  expect(invites.map(({ name }) => name)).toEqual(['Bea', 'Cid'])

  const { tokens: listed } = await askServer<{ tokens: { name: string; person: string }[] }>(
    server,
    'GET /tokens',
    tokens['Olga']!,
  )
  const { person } = listed.find(({ name }) => name === 'ADA 2')!
  const ended = await askServer(server, `DELETE /people/${person}/tokens`, tokens['Olga']!)
  expect(ended).toEqual({ ended: 2 })
  const me = await fetch(`${server.url}/api/team/v1/me`, {
    headers: { authorization: `Bearer ${String(made['token'])}` },
  })
  const late = await openSandbox().reflect(['login', invites[0]!.link, '--yes'])
  expect([me.status, late.code]).toEqual([401, 1])
  // Another Ada is still in.
  expect(await send('Ada', [row('still')])).toMatchObject({ accepted: 1 })
})

it('one bad proposal costs no other', async () => {
  const content = { kind: 'setting', name: 'stop.maxAttempts', value: 4 }
  await askServer(server, 'POST /proposals', tokens['Ada']!, { content })
  await run(
    `INSERT INTO reflectory.proposals (project, id, person, at, why, body) VALUES ('shop', 'bad', 'x', '2030-01-01T00:00:00.000Z', '', 'no JSON')`,
  )
  const { proposals } = await askServer<{ proposals: object[] }>(
    server,
    'GET /proposals',
    tokens['Ada']!,
  )
  expect(proposals).toHaveLength(1)
})

it('is not ready where nothing can be written, and says nothing of its database', async () => {
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  expect(await ready()).toBe(200)
  await run(
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space on db-7.internal' USING ERRCODE = '53100'; END $$`,
  )
  for (const table of ['meta', 'events']) {
    await run(
      `CREATE TRIGGER is_full BEFORE INSERT ON reflectory.${table} FOR EACH ROW EXECUTE FUNCTION full_disk()`,
    )
  }
  const reply = await post('Ada', JSON.stringify({ rows: [row('full')] }))
  const text = await reply.text()
  expect([await ready(), reply.status]).toEqual([503, 507])
  expect(text).not.toMatch(/db-7|postgres|127\.0\.0\.1|5432/)
  for (const table of ['meta', 'events']) await run(`DROP TRIGGER is_full ON reflectory.${table}`)
  expect(await ready()).toBe(200)
})
