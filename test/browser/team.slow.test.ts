/** The page of a team's server, as its people see it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TeamRole, TeamToken } from '../../src/schema/api/team.js'
import { openPostgres } from '../../src/store/postgres.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { openCli } from '../support/open-cli.js'
import { BIN } from '../support/sandbox.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { askServer, openTeam } from '../team/open-team.js'
import { serveTeam } from '../team/serve-team.js'
import type { TeamServer } from '../team/serve-team.js'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openSettled, overflow, settled } from './support/settled.js'
import type { View } from './support/open-shelf.js'
import { watchPage } from './support/watch-page.js'

let postgres: TestPostgres
let servers: TeamServer[]
let tokens: Record<string, string>
let cart: Record<string, string>
let browser: Browser

beforeAll(async () => {
  postgres = await startPostgres()
  servers = [await serveTeam(postgres.url), await serveTeam(postgres.url)]
  tokens = await openTeam(postgres.url, 'shop', { Ada: 'owner', Bob: 'viewer', CI: 'ingest' })
  cart = await openTeam(postgres.url, 'cart', { Ada: 'member', Carol: 'owner' })
  for (let n = 1; n <= 60; n += 1) await send(n)
  await keepWeek('2026-03-02')
  await propose(tokens['Ada']!, CHECK, 'It caught the last three regressions in the cart.')
  await propose(tokens['Ada']!, SKILL)
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  for (const server of servers) await server.stop()
  await postgres.stop()
})

/** As a server makes it on the Monday after. */
async function keepWeek(week: string): Promise<void> {
  const database = await openPostgres(postgres.url)
  const lines = ['npm test: 3 times, 2 made green']
  await database.digests.keep('shop', { week, sections: [{ title: 'What went red', lines }] })
  await database.close()
}

const send = (n: number) => {
  const at = new Date().toISOString()
  const { record } = sampleWrite('episode', { id: `row-${n}`, state: 'resolved', at })
  const row = { ...record, check: `npm test -- case-${n}` }
  return askServer(servers[0]!, 'POST /rows', tokens['CI']!, {
    rows: [{ id: `row-${n}`, kind: 'episode', row }],
  })
}

const CHECK = {
  kind: 'check',
  name: 'prices',
  command: ['node', '--test', '--test-name-pattern', 'adds the prices of a cart', 'test/cart'],
  shell: false,
  when: ['src/cart/**'],
  timeoutMs: 60_000,
  env: ['CART_SEED'],
}
const SKILL = {
  kind: 'skill',
  name: 'run-the-tests',
  text: '---\nname: run-the-tests\ndescription: "Before you stop."\n---\n\nRun npm test <b>before</b> you stop.\n',
}

async function propose(token: string, content: object, why = ''): Promise<string> {
  const body = { content, why }
  return (await askServer<{ id: string }>(servers[0]!, 'POST /proposals', token, body)).id
}

async function openAs(token: string) {
  const { code } = await askServer<{ code: string }>(servers[1]!, 'POST /links', token, {})
  return openLink(`/#login=${code}`)
}

/** By a one-time link, as `reflect team page` prints it. */
async function open(name: string, width = 1440, scheme: 'light' | 'dark' = 'light') {
  const { code } = await askServer<{ code: string }>(servers[1]!, 'POST /links', tokens[name]!, {})
  const opened = await openLink(`/#login=${code}`, { width, scheme })
  await opened.page.waitForSelector('text=case-')
  return opened
}

async function openLink(link: string, view: View = { width: 1440, scheme: 'light' }) {
  const { width, scheme } = view
  const viewport = { width, height: width > 1000 ? 900 : 812 }
  const context = await browser.newContext({ viewport, colorScheme: scheme })
  const page = await context.newPage()
  const { faults } = watchPage(page)
  await openSettled(page, new URL(link, servers[1]!.url).href)
  return { page, faults, close: () => context.close() }
}

/** A folder of a home that `reflect` runs in, logged in to a project. */
async function openMachine(projects: Record<string, { owner: string; role: TeamRole }>) {
  const cli = openCli()
  const run = async (folder: string, ...argv: string[]) => {
    const cwd = path.join(cli.home, folder)
    if (!existsSync(cwd)) execFileSync('git', ['init', '--quiet', cwd])
    const { code, out, notes } = await cli.run([...argv, '--json'], { cwd })
    return { code, notes, answer: (out === '' ? {} : JSON.parse(out)) as Record<string, string> }
  }
  for (const [project, { owner, role }] of Object.entries(projects)) {
    const { code } = await askServer<{ code: string }>(servers[0]!, 'POST /invites', owner, {
      role,
    })
    await run(project, 'login', `${servers[1]!.url}/#join=${code}`, '--name', 'Bea', '--yes')
  }
  return run
}

const SHOTS = process.env['REFLECTORY_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) })
}

const views = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const
it.each(views)(
  'every page fits and can be read at $width in $scheme',
  async ({ width, scheme }) => {
    const codes = await Promise.all(
      [tokens['Ada']!, cart['Ada']!].map((token) =>
        askServer<{ code: string }>(servers[1]!, 'POST /links', token, {}),
      ),
    )
    const link = `/#login=${codes.map(({ code }) => code).join(',')}`
    const { page, faults, close } = await openLink(link, { width, scheme })
    const look = async (name: string) => {
      await settled(page)
      await shoot(page, `${name}-${width}-${scheme}`)
      expect(await overflow(page)).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
    }
    await look('Projects')
    await page.click('table >> text="cart"')
    await page.waitForSelector('text="Nothing was sent yet"')
    await look('Empty')
    await page.click('text="All projects"')
    await page.click('table >> text="shop"')
    for (const name of ['Activity', 'Weeks', 'Proposals', 'People', 'Audit', 'Settings']) {
      await page.click(`nav >> text="${name}"`)
      await page.waitForSelector('main table, main form, main dl')
      if (name === 'People') {
        await page.click('text="Make a link"')
        await page.waitForSelector('table[aria-label="Open invites"]')
        await makeToken(page, 'Nightly build', 90)
      }
      await look(name)
    }
    for (const name of ['prices', 'run-the-tests']) {
      await page.click('nav >> text="Proposals"')
      await page.click(`table >> text="${name}"`)
      await page.waitForSelector(`h1 >> text=${name}`)
      await look(name)
    }
    expect(faults).toEqual([])
    await close()
  },
)

/** Returns the link that the page shows, this once. */
async function makeToken(page: Page, name: string, days: number): Promise<string> {
  await page.fill('input >> nth=0', name)
  await page.fill('input[type=number]', String(days))
  await page.click('form >> text="Make a token"')
  const line = page.locator('code', { hasText: '#token=' })
  await line.waitFor()
  return (await line.innerText()).replace('reflect login ', '')
}

it('shows each project that a machine is logged in to, and what its people may see of each', async () => {
  const run = await openMachine({
    shop: { owner: tokens['Ada']!, role: 'viewer' },
    cart: { owner: cart['Carol']!, role: 'owner' },
  })
  const { link } = (await run('cart', 'team', 'page', '--yes')).answer
  const { page, faults, close } = await openLink(link!)
  await page.waitForSelector('text="Nothing was sent yet"')
  expect(new URL(page.url()).pathname).toBe('/p/cart/')
  expect(await page.locator('nav a').allInnerTexts()).toEqual([
    'Activity',
    'Weeks',
    'Proposals',
    'People',
    'Audit',
    'Settings',
  ])
  await page.selectOption('header select', 'shop')
  await page.waitForSelector('text=case-')
  expect(await page.locator('nav a').allInnerTexts()).toEqual(['Activity', 'Weeks', 'Proposals'])
  await page.click('text="All projects"')
  await page.waitForSelector('h1 >> text="Projects"')
  const rows = await page.locator('tbody tr').allInnerTexts()
  expect(rows.map((row) => row.split(/\s+/).slice(0, 2))).toEqual([
    ['cart', 'owner'],
    ['shop', 'viewer'],
  ])
  const { tokens: listed } = await askServer<{ tokens: TeamToken[] }>(
    servers[0]!,
    'GET /tokens',
    tokens['Ada']!,
  )
  const machine = listed.find(({ name }) => name === 'Bea')!
  await askServer(servers[0]!, `DELETE /tokens/${machine.id}`, tokens['Ada']!)
  expect(faults).toEqual([])
  await page.goto(`${servers[1]!.url}/p/shop/`)
  await page.waitForSelector('text="shop is not open here"')
  await page.goto(`${servers[1]!.url}/`)
  await page.waitForSelector('text="Nothing was sent yet"')
  await close()
})

it('an owner makes a token that machines log in with until it is revoked', async () => {
  const { page, faults, close } = await open('Ada')
  await page.click('nav >> text="People"')
  const link = await makeToken(page, 'Nightly', 30)
  const row = page.locator('tr', { hasText: 'Nightly' }).filter({ hasNotText: 'build' }).first()
  expect(await row.innerText()).toMatch(/ingest\s+never\s+in (29|30) d/)
  const run = await openMachine({})
  for (const runner of ['first', 'second']) {
    const { answer } = await run(runner, 'login', link, '--yes')
    expect(answer).toMatchObject({ project: 'shop', role: 'ingest' })
    expect((await run(runner, 'sync')).answer).toMatchObject({ received: 0 })
  }
  await page.reload()
  await page.waitForSelector('table')
  expect(await row.innerText()).not.toMatch(/never/)
  await row.locator('text="Revoke"').click()
  await page.locator('[role=alertdialog] >> text="Revoke"').last().click()
  await row.locator('text="ended"').waitFor()
  expect((await run('third', 'login', link, '--yes')).notes).toContain('refuses (401)')
  await row.locator('text="Delete rows"').click()
  await page.locator('[role=alertdialog] >> text="Delete rows"').last().click()
  await page.waitForSelector('text="0 rows of Nightly are deleted"')
  expect(faults).toEqual([])
  await close()
})

it('a member reads all that is proposed, accepts nothing there, and withdraws their own', async () => {
  const theirs = await propose(cart['Carol']!, SKILL)
  await propose(cart['Ada']!, CHECK, 'It is quick.')
  await askServer(servers[0]!, `POST /proposals/${theirs}/accepted`, cart['Ada']!, {})
  const { page, faults, close } = await openAs(cart['Ada']!)
  await page.click('nav >> text="Proposals"')
  await page.waitForSelector('main table')
  const rows = await page.locator('tbody tr').allInnerTexts()
  expect(rows).toEqual([
    expect.stringMatching(/^check\s+prices\s+It is quick\.\s+Ada\s.*\s0$/s),
    expect.stringMatching(/^skill\s+run-the-tests\s+Carol\s.*\s1$/s),
  ])
  await page.click('table >> text="run-the-tests"')
  await page.waitForSelector(`code >> text="reflect team accept ${theirs}"`)
  expect(await page.locator('main pre').innerText()).toBe(SKILL.text)
  const buttons = await page.getByRole('main').getByRole('button').all()
  const names = await Promise.all(buttons.map((button) => button.getAttribute('aria-label')))
  expect(names).toEqual([`Copy the command reflect team accept ${theirs}`])
  await page.click('text="Proposals"')
  await page.click('table >> text="prices"')
  await page.click('main >> text="Withdraw"')
  await page.locator('[role=alertdialog] >> text="Withdraw"').last().click()
  await page.waitForSelector('text="The proposal is withdrawn"')
  await page.waitForSelector('main table')
  expect(await page.locator('tbody tr').count()).toBe(1)
  expect(faults).toEqual([])
  await close()
  const bob = await open('Bob')
  await bob.page.goto(`${servers[1]!.url}/p/shop/proposals/${theirs}`)
  await bob.page.waitForSelector('text="There is no such proposal."')
  await bob.close()
})

it('an owner says how long rows are kept, on the page and on the command line', async () => {
  const run = await openMachine({ cart: { owner: cart['Carol']!, role: 'owner' } })
  expect((await run('cart', 'team', 'keep', '--yes')).answer).toMatchObject({ keepDays: 365 })
  const { page, faults, close } = await openLink(
    (await run('cart', 'team', 'page', '--yes')).answer['link']!,
  )
  await page.click('nav >> text="Settings"')
  await page.fill('input[type=number]', '90')
  await page.click('text="Save"')
  await page.waitForSelector('text="Rows are kept for 90 days"')
  expect((await run('cart', 'team', 'keep', '--yes')).answer).toMatchObject({ keepDays: 90 })
  expect((await run('cart', 'team', 'keep', '30', '--yes')).answer).toMatchObject({ keepDays: 30 })
  expect((await run('cart', 'team', 'keep', '0', '--yes')).code).toBe(2)
  await page.click('text="Take and show what people and agents said"')
  await page.waitForSelector('input[type=checkbox]:checked')
  const settings = await askServer(servers[0]!, 'GET /settings', cart['Carol']!)
  expect(settings).toMatchObject({ share: 'messages' })
  await page.click('nav >> text="Audit"')
  await page.waitForSelector('text=/decided to keep rows for 30 days/')
  expect(faults).toEqual([])
  await close()
})

it('whoever runs the server sees every project, and makes tokens for all of them', async () => {
  const args = [BIN, 'team', 'page', '--all', '--yes', '--json']
  const env = { ...process.env, REFLECTION_DATABASE: postgres.url }
  const { code } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as {
    code: string
  }
  const { page, faults, close } = await openLink(`/#login=${code}`)
  await page.click('table >> text="cart"')
  await page.click('nav >> text="People"')
  await page.check('text="for all projects"')
  const link = await makeToken(page, 'Every build', 7)
  const run = await openMachine({})
  const [address = '', ...named] = link.split(' ')
  expect((await run('any', 'login', address, '--yes')).notes).toContain('--project <name>')
  expect((await run('any', 'login', address, ...named, '--yes')).answer).toMatchObject({
    project: 'cart',
  })
  expect((await run('any', 'sync')).code).toBe(0)
  expect(faults).toEqual([])
  await close()
})

it('shows what another server takes without a reload, and older rows when asked', async () => {
  const { page, faults, close } = await open('Bob')
  expect(await page.locator('nav a').allInnerTexts()).toEqual(['Activity', 'Weeks', 'Proposals'])
  await send(61)
  await page.waitForSelector('text=case-61')
  expect(await page.locator('tbody tr').count()).toBe(50)
  await page.click('text="Show older"')
  await page.waitForSelector('code >> text=/case-1$/')
  expect(await page.locator('tbody tr').count()).toBe(61)
  expect(faults).toEqual([])
  await close()
})

it('lets an owner invite and revoke; a revoked page is outside', async () => {
  const owner = await open('Ada')
  const viewer = await open('Bob')
  await owner.page.click('nav >> text="People"')
  await owner.page.click('text="Make a link"')
  await owner.page.waitForSelector('code >> text=/reflect login http.+#join=/')
  const row = owner.page.locator('tr', { hasText: 'Bob (page)' }).first()
  await row.locator('text="Revoke"').click()
  await owner.page.locator('[role=alertdialog] >> text="Revoke"').last().click()
  // The row moves below those that are live.
  await owner.page
    .locator('tr', { hasText: 'Bob (page)' })
    .locator('text="ended"')
    .first()
    .waitFor()
  await viewer.page.reload()
  await viewer.page.waitForSelector('text="This page opens with a one-time link."')
  expect(owner.faults).toEqual([])
  await owner.close()
  await viewer.close()
})
