import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLOUR_RULES, seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openEmpty, openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { cutWords, openSettled, overflow, settled } from './support/settled.js'

/** Looked at by people; git ignores it. */
const PICTURES = path.resolve('test-output/browser')

const PAGES = [
  { address: '/', heading: 'Today' },
  { address: '/projects', heading: 'Projects' },
  { address: '/sessions', heading: 'Sessions' },
  { address: '/checks', heading: 'Checks' },
  { address: '/checks/lessons', heading: 'Lessons' },
  { address: '/checks/memory', heading: 'Memory' },
  { address: '/reviews', heading: 'Reviews' },
  { address: '/growth', heading: 'Findings and tasks' },
  { address: '/growth/skills', heading: 'Skills' },
  { address: '/growth/self', heading: 'Self-model' },
  { address: '/growth/experiments', heading: 'Experiments' },
  { address: '/settings', heading: 'Settings' },
  { address: '/settings/log', heading: 'Log' },
  { address: '/settings/log?view=events', heading: 'Log' },
  { address: '/settings/words', heading: 'Words' },
]
/** Addresses of earlier versions, as bookmarks and old messages have them. */
const OLD = [
  { old: '/overview?days=7', now: '/?days=7' },
  { old: '/lessons?state=active', now: '/checks/lessons?state=active' },
  { old: '/lessons/none', now: '/checks/lessons/none' },
  { old: '/memory', now: '/checks/memory' },
  { old: '/risk?days=30', now: '/reviews?days=30' },
  { old: '/tasks', now: '/growth' },
  { old: '/tasks/task-00', now: '/growth/tasks/task-00' },
  { old: '/skills/deploy-safely', now: '/growth/skills/deploy-safely' },
  { old: '/self', now: '/growth/self' },
  { old: '/experiments', now: '/growth/experiments' },
  { old: '/log?view=events', now: '/settings/log?view=events' },
  { old: '/words', now: '/settings/words' },
]
const TABS = ['Today', 'Sessions', 'Checks and lessons', 'Reviews', 'Growth', 'Settings']
const WIDTHS = [1440, 375] as const
const SCHEMES = ['light', 'dark'] as const

let browser: Browser
let shelves: Record<'seeded' | 'empty', Shelf>
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  const opening = [openChromium(), openSeeded({ played: 24 }), openEmpty()] as const
  const [chromium, seeded, empty] = await Promise.all(opening)
  browser = chromium
  shelves = { seeded, empty }
})
afterAll(async () => {
  await browser.close()
  await Promise.all([shelves.seeded.close(), shelves.empty.close()])
})

/** What is wrong with what the page shows; with the scheme its colours change, and nothing else. */
async function lookAt(page: Page, name: string) {
  const serious: string[] = []
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`) })
    const found = await seriousFindings(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)
    serious.push(...found.map((finding) => `${colorScheme}: ${finding}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const alerts = await page.locator('[role=alert]').allTextContents()
  return { tooWideBy: await overflow(page), cut: await cutWords(page), alerts, serious }
}

const WHOLE = { tooWideBy: 0, cut: [], alerts: [], serious: [] }

describe.each(['seeded', 'empty'] as const)('from a store that is %s', (store) => {
  describe.each(WIDTHS)('%i px wide', (width) => {
    let context: BrowserContext
    let page: Page
    let faults: string[]
    beforeAll(async () => {
      const view = { width, scheme: 'light' } as const
      ;({ context, page, faults } = await openView(browser, shelves[store].served, view))
    })
    afterAll(() => context.close())

    it.each(PAGES)('$address is whole, light and dark', async ({ address, heading }) => {
      await openSettled(page, shelves[store].served.url + address)
      const seen = await lookAt(page, `${store}-${address.replaceAll(/\W+/g, '_')}-${width}`)
      expect({
        heading: await page.locator('h1').textContent(),
        ...seen,
        faults: faults.splice(0),
      }).toEqual({ heading, ...WHOLE, faults: [] })
    })
  })
})

describe('the navigation', () => {
  it('has six tabs, and names the one of the page', async () => {
    const { served } = shelves.seeded
    const { context, page } = await openView(browser, served, { width: 1440, scheme: 'light' })
    await openSettled(page, `${served.url}/growth/skills/deploy-safely`)
    const tabs = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await tabs.allTextContents()).toEqual(TABS)
    const current = page.locator('nav a[aria-current=page]')
    expect(await current.allTextContents()).toEqual(['Growth', 'Skills'])
    await context.close()
  })

  it('leads from every old address to where the page is now', async () => {
    const { served } = shelves.seeded
    const { context, page } = await openView(browser, served, { width: 1440, scheme: 'light' })
    for (const { old, now } of OLD) {
      await openSettled(page, served.url + old)
      await page.waitForURL(served.url + now)
      expect(await page.getByText('No page has this address').count()).toBe(0)
    }
    await context.close()
  })
})

describe('what lies behind a figure', () => {
  it.each([
    { page: '/', figure: /^Sent back/, rows: /\/sessions\?pushed=yes&since=30d$/ },
    { page: '/', figure: /^Stops judged/, rows: /\/settings\/log\?action=stop_judged/ },
    { page: '/', figure: /^Runs to review/, rows: /\/reviews\?days=30$/ },
    { page: '/reviews', figure: /^Need review/, rows: /\/reviews\?needsReview=true$/ },
  ])('$figure of $page is a list of its rows', async ({ page: address, figure, rows }) => {
    const { served } = shelves.seeded
    const { context, page } = await openView(browser, served, { width: 1440, scheme: 'light' })
    await openSettled(page, served.url + address)
    await page.getByRole('link', { name: figure }).first().click()
    await page.waitForURL(rows)
    const listed = page.locator('[data-row="0"], [aria-label="Runs in review order"] > li')
    await expect.poll(() => listed.count()).toBeGreaterThan(0)
    await context.close()
  })
})

describe('what lies behind a row', () => {
  it.each([
    { list: '/sessions', behind: /\/sessions\/[^/?]+$/ },
    { list: '/checks/lessons', behind: /\/lessons\/[^/?]+$/ },
    { list: '/growth', behind: /\/tasks\/[^/?]+$/ },
    { list: '/growth/skills', behind: /\/skills\/[^/?]+$/ },
    { list: '/reviews', behind: /\/reviews\?run=/ },
    { list: '/settings/log', behind: /\/log\?entry=/ },
    { list: '/settings/log?view=events', behind: /event=\d+/ },
  ])('of $list opens, is whole, and can be linked to', async ({ list, behind }) => {
    const { served } = shelves.seeded
    for (const width of WIDTHS) {
      const view = { width, scheme: 'light' } as const
      const { context, page, faults } = await openView(browser, served, view)
      await openSettled(page, served.url + list)
      // Rows of a list that lies below other things are in the page when they are seen.
      await page.evaluate(`[...document.querySelectorAll('[role=table]')].at(-1)?.scrollIntoView()`)
      await page.locator('[data-row="1"]').click()
      await page.waitForURL(behind)
      // The same address in a fresh load.
      await openSettled(page, page.url())
      const seen = await lookAt(page, `behind-${list.replaceAll(/\W+/g, '_')}-${width}`)
      expect({ width, ...seen, faults }).toEqual({ width, ...WHOLE, faults: [] })
      await context.close()
    }
  })

  it('of the memory is the whole text, which no row has room for', async () => {
    const text = `${'Amounts are integer cents, in every table and every message. '.repeat(6)}Always.`
    const entry = { id: 'long', owner: 'human', ts: new Date().toISOString(), text, tags: [] }
    const record = { ...entry, kind: 'fact', provenance: null }
    await shelves.seeded.inStore((store) => store.add([{ kind: 'memory', record }]))
    const { served } = shelves.seeded
    for (const width of WIDTHS) {
      const view = { width, scheme: 'light' } as const
      const { context, page, faults } = await openView(browser, served, view)
      await openSettled(page, `${served.url}/checks/memory`)
      await page.locator('[data-row="0"]').click({ position: { x: 40, y: 14 } })
      await page.waitForURL(/\/memory\?entry=long/)
      await page.getByRole('dialog').getByText(text).waitFor()
      const seen = await lookAt(page, `behind-_memory-${width}`)
      expect({ width, ...seen, faults }).toEqual({ width, ...WHOLE, faults: [] })
      await context.close()
    }
  })

  it('holds as many rows in the page as fit on the screen, however long the list is', async () => {
    const view = { width: 1440, scheme: 'light' } as const
    const { context, page } = await openView(browser, shelves.seeded.served, view)
    await openSettled(page, `${shelves.seeded.served.url}/settings/log?view=events`)
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
      await page.waitForSelector(`[role=table][aria-rowcount="${(rounds + 2) * 50 + 1}"]`)
    }
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('251')
    expect(await page.locator('[data-row]').count()).toBeLessThan(60)
    await context.close()
  })
})
