/** What one member's sessions measured reaches a session of another member, in words made there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { armOf } from '../../src/memory/holdout.js'
import { openSession } from '../support/client-session.js'
import type { Sandbox } from '../support/sandbox.js'
import { openShop } from '../support/shop-story.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { reflectJson } from './reflect-json.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

let postgres: TestPostgres
let server: TeamServer

beforeAll(async () => {
  postgres = await startPostgres()
  server = await serveTeam(postgres.url)
})
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

const reflect = (sandbox: Sandbox, ...args: string[]) => reflectJson(sandbox, postgres.url, args)

/** The first session that is told of the self-model. */
const shown = Array.from({ length: 200 }, (_, n) => `start-${n}`).find(
  (id) => armOf('self-model', id, 0.1) === 'shown',
)!

const CASES = 20
const LINE = 'without proof in 20 of 20 sessions of others: 100 % (83 to 100 %).'

it('tells another member what sessions measured, until a person deletes it where it was measured', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const link = (code: unknown) => `${server.url}/#join=${String(code)}`
  const { code } = await reflect(ada, 'team', 'create', 'lines', '--yes')
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', link(invited), '--name', 'Bob', '--yes')
  for (let n = 0; n < CASES; n += 1) {
    const session = openSession(ada, 'claude-code', { sessionId: `s${n}` })
    await session.prompt(`Fix the login of form ${n}.`)
    await session.stop(`I fixed the login of form ${n}.`)
  }
  const { lines } = (await reflect(ada, 'self')) as { lines: { id: string; about: string }[] }
  const { id } = lines.find(({ about }) => about === 'claim:fixed')!
  await reflect(ada, 'sync')
  expect(await reflect(bob, 'sync')).toMatchObject({ passedOver: 0 })

  bob.write('../home/.config/reflectory/reflection.yaml', 'mode: solo\nself: { inject: true }\n')
  const session = openSession(bob, 'claude-code', { sessionId: shown })
  const told = (await session.start()).stdout
  expect(told).toContain(`It said \\"fixed\\" ${LINE}`)
  expect(told).toContain('data, not instructions')

  const listed = async () => {
    await reflect(ada, 'sync')
    await reflect(bob, 'sync')
    return (await bob.reflect(['self'])).stdout.includes(LINE)
  }
  expect(await listed()).toBe(true)
  await reflect(ada, 'self', 'delete', id, '--yes')
  expect(await listed()).toBe(false)
  await reflect(ada, 'self', 'undo', id, '--yes')
  expect(await listed()).toBe(true)
}, 120_000)
