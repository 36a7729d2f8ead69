import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedProject } from '../support/seed/seed-project.js'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openView } from './support/open-shelf.js'
import { serve } from './support/serve.js'
import type { Served } from './support/serve.js'
import { openSettled, overflow } from './support/settled.js'

const PICTURES = path.resolve('test-output/browser')
const SIZE = { sessions: 12, lessons: 6, tasks: 6 }
let browser: Browser
let served: Served
let folder: string

/** Three projects of one user; the page is opened in the last of them. */
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  browser = await openChromium()
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflect-projects-')))
  let env = {}
  let root = ''
  for (const [seed, name] of ['shop', 'handbook', 'billing'].entries()) {
    const project = { folder, now: new Date(), seed: seed + 3, name, size: SIZE }
    const seeded = await seedProject(project)
    env = { PATH: process.env['PATH'], HOME: seeded.home, GIT_CONFIG_NOSYSTEM: '1' }
    root = seeded.root
  }
  served = await serve({ root, env })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await served.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const)('shows all projects and leads into each, $width px, $scheme', async (view) => {
  const { context, page, faults } = await openView(browser, served, view)
  await openSettled(page, `${served.url}/projects`)
  const name = `projects-${view.width}-${view.scheme}.png`
  await page.screenshot({ path: path.join(PICTURES, name), fullPage: true })
  const heading = await page.locator('h1').textContent()
  const panels = await page.locator('main h2').allTextContents()
  const look = { tooWideBy: await overflow(page), serious: await seriousFindings(page) }
  expect({ heading, ...look }).toEqual({ heading: 'Projects', tooWideBy: 0, serious: [] })
  expect(panels.map((text) => text.split(/[~/]/)[0]).sort()).toEqual([
    'billing',
    'handbook',
    'shop',
  ])

  const choice = page.locator('header select:visible')
  await choice.selectOption({ label: 'handbook' })
  await page.waitForURL(/\/p\/[0-9a-f]{16}\/$/)
  await page.waitForSelector('h1:has-text("Today")')
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.waitForURL(/\/p\/[0-9a-f]{16}\/sessions$/)
  // The same address in a fresh load shows the same project.
  await openSettled(page, page.url())
  const chosen = await page.locator('header select:visible option:checked').textContent()
  expect([chosen, await overflow(page), faults]).toEqual(['handbook', 0, []])
  // An address without a project still leads to the one that is served.
  await openSettled(page, `${served.url}/sessions`)
  expect(await page.locator('header select:visible option:checked').textContent()).toBe('billing')
  await context.close()
})
