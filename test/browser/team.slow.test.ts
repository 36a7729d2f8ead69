/** The page of a team's server, as its people see it. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { askServer, openTeam } from '../team/open-team.js'
import { serveTeam } from '../team/serve-team.js'
import type { TeamServer } from '../team/serve-team.js'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openSettled, overflow, settled } from './support/settled.js'
import { watchPage } from './support/watch-page.js'

let postgres: TestPostgres
let servers: TeamServer[]
let tokens: Record<string, string>
let browser: Browser

beforeAll(async () => {
  postgres = await startPostgres()
  servers = [await serveTeam(postgres.url), await serveTeam(postgres.url)]
  tokens = await openTeam(postgres.url, 'shop', { Ada: 'owner', Bob: 'viewer', CI: 'ingest' })
  for (let n = 1; n <= 60; n += 1) await send(n)
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  for (const server of servers) await server.stop()
  await postgres.stop()
})

const send = (n: number) => {
  const { record } = sampleWrite('episode', { id: `row-${n}`, state: 'resolved' })
  const row = { ...record, check: `npm test -- case-${n}` }
  return askServer(servers[0]!, 'POST /rows', tokens['CI']!, {
    rows: [{ id: `row-${n}`, kind: 'episode', row }],
  })
}

/** By a one-time link, as `reflect team page` prints it. */
async function open(name: string, width = 1440, scheme: 'light' | 'dark' = 'light') {
  const { code } = await askServer<{ code: string }>(servers[1]!, 'POST /links', tokens[name]!, {})
  const viewport = { width, height: width > 1000 ? 900 : 812 }
  const context = await browser.newContext({ viewport, colorScheme: scheme })
  const page = await context.newPage()
  const { faults } = watchPage(page)
  await openSettled(page, `${servers[1]!.url}/#login=${code}`)
  await page.waitForSelector('text=case-')
  return { page, faults, close: () => context.close() }
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
    const { page, faults, close } = await open('Ada', width, scheme)
    for (const name of ['Activity', 'People', 'Audit']) {
      await page.click(`nav >> text="${name}"`)
      await page.waitForSelector('table')
      await settled(page)
      await shoot(page, `${name}-${width}-${scheme}`)
      expect(await overflow(page)).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
    }
    expect(faults).toEqual([])
    await close()
  },
)

it('shows what another server takes without a reload, and older rows when asked', async () => {
  const { page, faults, close } = await open('Bob')
  expect(await page.locator('nav a').allInnerTexts()).toEqual(['Activity'])
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
  await row.locator('text="revoked"').waitFor()
  await viewer.page.reload()
  await viewer.page.waitForSelector('text="This page opens with a one-time link."')
  expect(owner.faults).toEqual([])
  await owner.close()
  await viewer.close()
})
