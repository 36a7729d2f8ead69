import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openEmpty, openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled, overflow } from './support/settled.js'

/** Looked at by people; git ignores it. */
const PICTURES = path.resolve('test-output/browser')

const PAGES = [
  { address: '/projects', heading: 'Projects' },
  { address: '/', heading: 'Overview' },
  { address: '/sessions', heading: 'Sessions' },
  { address: '/lessons', heading: 'Lessons' },
  { address: '/memory', heading: 'Memory' },
  { address: '/self', heading: 'Self-model' },
  { address: '/tasks', heading: 'Tasks and findings' },
  { address: '/skills', heading: 'Skills' },
  { address: '/risk', heading: 'Risk' },
  { address: '/experiments', heading: 'Experiments' },
  { address: '/log', heading: 'Log' },
  { address: '/log?view=events', heading: 'Log' },
  { address: '/settings', heading: 'Settings' },
]
const VIEWS = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const

let browser: Browser
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  browser = await openChromium()
})
afterAll(() => browser.close())

describe.each([
  { store: 'seeded', open: openSeeded },
  { store: 'empty', open: openEmpty },
])('from a store that is $store', ({ store, open }) => {
  let shelf: Shelf
  beforeAll(async () => {
    shelf = await open()
  })
  afterAll(() => shelf.close())

  describe.each(VIEWS)('$width px wide, $scheme', ({ width, scheme }) => {
    let context: BrowserContext
    let page: Page
    let faults: string[]
    beforeAll(async () => {
      ;({ context, page, faults } = await openView(browser, shelf.served, { width, scheme }))
    })
    afterAll(() => context.close())

    it.each(PAGES)('$address is whole', async ({ address, heading }) => {
      await openSettled(page, shelf.served.url + address)
      const name = `${store}-${address.replaceAll(/\W+/g, '_')}-${width}-${scheme}.png`
      await page.screenshot({ path: path.join(PICTURES, name) })
      expect({
        heading: await page.locator('h1').textContent(),
        tooWideBy: await overflow(page),
        alerts: await page.locator('[role=alert]').allTextContents(),
        serious: await seriousFindings(page),
        faults: faults.splice(0),
      }).toEqual({ heading, tooWideBy: 0, alerts: [], serious: [], faults: [] })
    })
  })
})

describe('what lies behind a row', () => {
  let shelf: Shelf
  beforeAll(async () => {
    shelf = await openSeeded()
  })
  afterAll(() => shelf.close())

  it.each([
    { list: '/sessions', behind: /\/sessions\/[^/?]+$/ },
    { list: '/lessons', behind: /\/lessons\/[^/?]+$/ },
    { list: '/tasks', behind: /\/tasks\/[^/?]+$/ },
    { list: '/skills', behind: /\/skills\/[^/?]+$/ },
    { list: '/risk', behind: /\/risk\?run=/ },
    { list: '/log', behind: /\/log\?entry=/ },
    { list: '/log?view=events', behind: /event=\d+/ },
  ])('of $list opens, is whole, and can be linked to', async ({ list, behind }) => {
    for (const view of VIEWS) {
      const { context, page, faults } = await openView(browser, shelf.served, view)
      await openSettled(page, shelf.served.url + list)
      // Rows of a list that lies below other things are in the page when they are seen.
      await page.evaluate(`[...document.querySelectorAll('[role=table]')].at(-1)?.scrollIntoView()`)
      await page.locator('[data-row="1"]').click()
      await page.waitForURL(behind)
      // The same address in a fresh load.
      await openSettled(page, page.url())
      const name = `behind-${list.replaceAll(/\W+/g, '_')}-${view.width}-${view.scheme}.png`
      await page.screenshot({ path: path.join(PICTURES, name) })
      expect({
        view,
        tooWideBy: await overflow(page),
        alerts: await page.locator('[role=alert]').allTextContents(),
        serious: await seriousFindings(page),
        faults,
      }).toEqual({ view, tooWideBy: 0, alerts: [], serious: [], faults: [] })
      await context.close()
    }
  })

  it('holds as many rows in the page as fit on the screen, however long the list is', async () => {
    const view = { width: 1440, scheme: 'light' } as const
    const { context, page } = await openView(browser, shelf.served, view)
    await openSettled(page, `${shelf.served.url}/log?view=events`)
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
      await page.waitForSelector(`[role=table][aria-rowcount="${(rounds + 2) * 50 + 1}"]`)
    }
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('251')
    expect(await page.locator('[data-row]').count()).toBeLessThan(60)
    await context.close()
  })
})
