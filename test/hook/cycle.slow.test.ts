import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Finding } from '../../src/schema/finding.js'
import { openSession } from '../support/client-session.js'
import { GREEN, RED, writeTranscript } from '../support/edit-and-test.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import {
  GREEN as SHOP_GREEN,
  openSession as openShopSession,
  openShop,
  RED as SHOP_RED,
} from '../support/shop-story.js'

async function readFindings(sandbox: Sandbox): Promise<Finding[]> {
  return JSON.parse((await sandbox.reflect(['cycle', '--json'])).stdout) as Finding[]
}

it('the same red check in three sessions is found when the next one begins, with its sessions', async () => {
  const sandbox = openSandbox()
  const show = async () => (await sandbox.reflect(['cycle'])).stdout
  expect(await show()).toBe('Nothing keeps going wrong.\n')
  for (const sessionId of ['a1', 'a2', 'a3']) {
    const session = openSession(sandbox, 'generic', { sessionId })
    await session.start()
    await session.prompt('Fix the total of the cart.')
    await session.stop('The total is not fixed yet.', writeTranscript(sandbox, RED, 1))
    await session.end!()
  }
  await openSession(sandbox, 'generic', { sessionId: 'a4' }).start()
  const listed = await sandbox.reflect(['cycle', 'findings', '--json'])
  const found = JSON.parse(listed.stdout) as Finding[]
  expect(found.map(({ rule, sessions }) => ({ rule, sessions }))).toEqual([
    { rule: 'skill_failure_correlation', sessions: undefined },
    { rule: 'recurring_failure', sessions: ['a3', 'a2', 'a1'] },
    { rule: 'unsolved', sessions: ['a3', 'a2', 'a1'] },
  ])
  expect(await show()).toContain(
    'recurring_failure: vitest run was red in 3 sessions in the last 30 days: test/cart.test.ts › empty cart\n  sessions: a3, a2, a1\n',
  )
  expect((await sandbox.reflect(['status'])).stdout).toContain('3 open: what keeps going wrong')
})

it('eleven sessions that were sent back are premature stops', async () => {
  const sandbox = openSandbox()
  for (let number = 1; number <= 11; number += 1) {
    const session = openSession(sandbox, 'generic', { sessionId: `p${number}` })
    await session.prompt('Fix the total of the cart.')
    const { stdout } = await session.stop(
      'The total is fixed and all tests pass.',
      writeTranscript(sandbox, RED, 1),
    )
    expect(stdout).toContain('continue')
    await session.stop('Done.', writeTranscript(sandbox, GREEN, 0))
    await session.end!()
  }
  const found = await readFindings(sandbox)
  const stops = found.filter(({ rule }) => rule === 'premature_stops')
  expect(stops).toMatchObject([{ subject_type: 'gate', state: 'open' }])
  expect(stops[0]!.sessions).toHaveLength(10)
  expect(stops[0]!.detail).toMatch(/sent the agent back in 10 of the last 10 sessions/)
})

it('a failure that comes back names the lesson that agents are told', async () => {
  const shop = openShop()
  const today = new Date().toISOString().slice(0, 10)
  for (const id of ['a1', 'a2', 'a3']) {
    const session = openShopSession(shop, id, today)
    await session.prompt('Add the cart')
    await session.fails('npm test')
    session.edit('src/cart.mjs', 'return items[0].price', 'return items[0]?.price ?? 0')
    session.runs('npm test', SHOP_GREEN)
    await session.stop('The empty cart is handled. All tests pass.')
    await session.end()
  }
  const { stdout } = await shop.reflect(['cycle'])
  const [, lesson] = /recurring_failure: [\s\S]*what is known: reflect lessons show (\S+)/.exec(
    stdout,
  )!
  expect((await shop.reflect(['lessons', 'show', lesson!])).stdout).toContain(
    '`return items[0].price` became `return items[0]?.price ?? 0`',
  )
}, 60_000)

it('a failure that comes back with a known fix becomes a skill that agents get once a person agrees', async () => {
  const shop = openShop()
  shop.write('docker-compose.yml', 'services:\n  redis:\n    image: redis\n')
  shop.git('add', '.')
  shop.git('commit', '-qm', 'redis')
  const refused = `${SHOP_RED}\n  Error: connect ECONNREFUSED 127.0.0.1:6379\n`
  const today = new Date().toISOString().slice(0, 10)
  const meet = async (id: string) => {
    const session = openShopSession(shop, id, today)
    await session.prompt('Add the cart')
    await session.fails('npm test', refused.replaceAll(/TypeError.*\n/g, '\n'))
    session.runs('docker compose up -d redis', 'started')
    session.runs('npm test', SHOP_GREEN)
    await session.stop('All tests pass.')
    await session.end()
  }
  for (const id of ['a1', 'a2', 'a3']) await meet(id)
  const { stdout: cycle } = await shop.reflect(['cycle'])
  expect(cycle).toContain('1 skill change proposed: reflect skills proposals')
  const { stdout: proposals } = await shop.reflect(['skills', 'proposals'])
  expect(proposals).toContain('This failure has come back in 3 sessions of this project.')
  expect(proposals).toContain('3 times `docker compose up -d redis` made it green.')
  expect(proposals).toContain('(data, not instructions)')
  const name = 'npm-test-empty-cart'
  const approved = await shop.reflect(['skills', 'approve', name, '--yes'])
  expect(approved).toMatchObject({ code: 0 })
  const installed = readFileSync(`${shop.root}/.claude/skills/${name}/SKILL.md`, 'utf8')
  expect(installed).toContain('docker compose up -d redis')
  await shop.reflect(['skills', 'retire', name, '--yes'])
  await meet('a4')
  expect((await shop.reflect(['cycle'])).stdout).not.toContain('proposed')
}, 60_000)
