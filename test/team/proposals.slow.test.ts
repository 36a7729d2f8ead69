/** A check, a skill and a setting of one member, taken over by another one by hand. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTree } from '../support/read-tree.js'
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

const SKILL = '---\nname: run-the-tests\ndescription: "Before you stop."\n---\n\nRun npm test.\n'
const OWN_CONFIG = '.config/reflectory/reflection.yaml'

/** Everything that a proposal could have been written to. */
const files = ({ base }: Sandbox): string[] =>
  Object.keys(readTree(base)).filter((file) => !/\/reflectory\/[0-9a-f]{16}(?:\/|$)/.test(file))

it('runs and writes nothing of a proposal before it is accepted by hand, and then all of it', async () => {
  const [ada, bob] = [openShop(), openShop()]
  mkdirSync(path.join(bob.home, '.claude'))
  const link = (code: unknown) => `${server.url}/#join=${String(code)}`
  const { code } = await reflect(ada, 'team', 'create', 'proposals', '--yes')
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', link(invited), '--name', 'Bob', '--yes')

  const mark = path.join(bob.root, 'ran')
  const script = 'require("node:fs").writeFileSync("ran", "")'
  await ada.reflect(['checks', 'add', 'unit', '--yes', '--', 'node', '-e', script])
  const { dir } = await reflect(ada, 'skills')
  mkdirSync(path.join(String(dir), 'run-the-tests'), { recursive: true })
  writeFileSync(path.join(String(dir), 'run-the-tests', 'SKILL.md'), SKILL)
  const propose = async (...words: string[]) =>
    String((await reflect(ada, 'team', 'propose', ...words, '--yes'))['id'])
  const check = await propose('check', 'unit', '--why', 'it is quick')
  const skill = await propose('skill', 'run-the-tests')
  const setting = await propose('setting', 'stop.maxAttempts', '4')
  const unwanted = await propose('setting', 'stop.toasts', 'none')
  const gone = await propose('setting', 'stop.toasts', 'all')
  await reflect(ada, 'team', 'withdraw', gone, '--yes')
  const denied = await ada.reflect([
    'team',
    'propose',
    'setting',
    'team.share',
    'messages',
    '--yes',
  ])
  expect([denied.code, denied.stderr]).toEqual([2, expect.stringContaining("can't be proposed")])

  const before = files(bob)
  expect(await reflect(bob, 'sync')).toMatchObject({ proposals: 4 })
  expect((await bob.reflect(['status'])).stdout).toContain('4 proposals of the team wait for you')
  const listed = (await bob.reflect(['team', 'proposals'])).stdout
  expect(listed).toMatch(/check unit +Ada +\S+ +0 +waits/)
  expect(listed).not.toContain(gone)
  const shown = (await bob.reflect(['team', 'show', check])).stdout
  expect(shown).toContain('writeFileSync("ran", "")')
  expect(shown).toContain('why: it is quick')
  expect(files(bob)).toEqual(before)
  expect((await bob.reflect(['team', 'accept', check])).code).toBe(2)

  const seen = async (id: string) => {
    const { hash } = await reflect(bob, 'team', 'show', id)
    return [id, '--yes', '--hash', String(hash)]
  }
  const accepted = await bob.reflect(['team', 'accept', ...(await seen(check))])
  expect(accepted.stderr).toContain('writeFileSync("ran", "")')
  expect(existsSync(mark)).toBe(false)
  expect((await bob.reflect(['checks'])).stdout).toContain('unit')
  expect((await bob.reflect(['checks', 'run', 'unit'])).code).toBe(0)
  expect(existsSync(mark)).toBe(true)
  const again = await bob.reflect(['team', 'accept', ...(await seen(check))])
  expect(again.stderr).toContain('already exists')

  await reflect(bob, 'team', 'accept', ...(await seen(skill)))
  const copy = path.join(bob.root, '.claude', 'skills', 'run-the-tests', 'SKILL.md')
  expect(readFileSync(copy, 'utf8')).toBe(SKILL)
  await reflect(bob, 'team', 'accept', ...(await seen(setting)))
  expect(readFileSync(path.join(bob.home, OWN_CONFIG), 'utf8')).toContain('maxAttempts: 4')
  await reflect(bob, 'team', 'decline', unwanted, '--yes')
  const { proposals } = (await reflect(ada, 'team', 'proposals')) as {
    proposals: { id: string; accepted: number }[]
  }
  const counts = Object.fromEntries(proposals.map(({ id, accepted: times }) => [id, times]))
  expect(counts).toEqual({ [check]: 1, [skill]: 1, [setting]: 1, [unwanted]: 0 })
  expect(await reflect(bob, 'sync')).toMatchObject({ proposals: 0 })
  expect((await bob.reflect(['status'])).stdout).not.toContain('wait for you')
  expect(await reflect(ada, 'sync')).toMatchObject({ proposals: 0 })
}, 120_000)
