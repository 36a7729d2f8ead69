import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { armOf } from '../../src/memory/holdout.js'
import { openSandboxFor } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { firstDay, openSession, openShop } from '../support/shop-story.js'
import { seriousFindings } from './support/check-access.js'
import { openView } from './support/open-shelf.js'
import { openChromium } from './support/open-chromium.js'
import { serve } from './support/serve.js'
import type { Served } from './support/serve.js'
import { openSettled, overflow } from './support/settled.js'
import { ASKED, SCRIPT, tellStory } from './support/tell-story.js'
import { watchPage } from './support/watch-page.js'

const SESSION = 'story'
let sandbox: Sandbox
let served: Served
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  sandbox = openSandboxFor()
  await tellStory(sandbox, SESSION)
  ;[served, browser] = await Promise.all([serve(sandbox), openChromium()])
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  ;({ faults } = watchPage(page))
  await openSettled(page, served.link)
  await openSettled(page, `${served.url}/sessions/${SESSION}`)
})

afterAll(async () => {
  await browser.close()
  await served.stop()
  rmSync(sandbox.base, { recursive: true, force: true })
})

/** What stands beside one of its names. */
const account = async (name: string): Promise<string> =>
  (await page
    .locator('dl > div', { has: page.locator('dt', { hasText: name }) })
    .first()
    .locator('dd')
    .textContent()) ?? ''

describe('a session that a real hook recorded', () => {
  it.each([
    { name: 'Asked', says: [ASKED] },
    { name: 'Done', says: ['done', '7 passed'] },
    { name: 'Open', says: ['earlier', '1 failed'] },
    { name: 'Told', says: ['All 7 tests pass', 'supported'] },
    { name: 'We said', says: ['1 failed'] },
  ])('opens with what was $name', async ({ name, says }) => {
    const text = await account(name)
    for (const words of says) expect(text).toContain(words)
  })

  it('shows the whole account without scrolling', async () => {
    const told = page.locator('dl').first().locator('dt', { hasText: 'Told' })
    const box = await told.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(900)
  })

  it('tells what happened in its order', async () => {
    const kinds = await page
      .locator('li[data-kind]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kind')))
    const story = ['human', 'stop', 'verdict', 'feedback', 'stop', 'verdict']
    expect(kinds.filter((kind) => kind !== null && story.includes(kind))).toEqual(story)
  })

  it('has the evidence of a verdict one click away', async () => {
    const verdict = page.locator('li[data-kind=verdict]').first()
    await verdict.getByText('Evidence', { exact: true }).click()
    await verdict.locator('code', { hasText: 'npx vitest run' }).waitFor()
    expect(await verdict.textContent()).toContain('1 failed, 6 passed')
  })

  it('renders script in the words of an agent as text', async () => {
    expect(await page.locator('li[data-kind=stop]').first().textContent()).toContain(SCRIPT)
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(faults).toEqual([])
  })
})

it('shows which check went red, what made it green, and what a later session was told', async () => {
  const shop = openShop()
  await firstDay(shop)
  const shopServed = await serve(shop)
  const { items } = await shopServed.get<{ items: { id: string }[] }>('/lessons')
  const lesson = items[0]!.id
  const id = ['a', 'b', 'c', 'd'].find((name) => armOf(lesson, name, 0.1) === 'shown')!
  const later = openSession(shop, id, '2030-01-08')
  await later.prompt('Add the cart')
  await later.fails('npm test')
  for (const width of [1440, 375]) {
    for (const scheme of ['light', 'dark'] as const) {
      const view = await openView(browser, shopServed, { width, scheme })
      const region = (name: string) => view.page.getByRole('region', { name }).textContent()
      await openSettled(view.page, `${shopServed.url}/sessions/monday`)
      expect(await region('Checks that went red')).toContain('(1 line at total: ')
      expect(await region('Recalled')).toContain('Nothing was recalled for it')
      await openSettled(view.page, `${shopServed.url}/sessions/${id}`)
      expect(await region('Checks that went red')).toContain('It is red.')
      expect(await region('Recalled')).toContain('lesson when a check failed, same check')
      expect(await overflow(view.page)).toBe(0)
      expect(await seriousFindings(view.page)).toEqual([])
      expect(view.faults).toEqual([])
      await view.context.close()
    }
  }
  await shopServed.stop()
}, 60_000)

describe('an address that leads nowhere', () => {
  it.each([
    { address: '/sessions/nobody', says: 'not-found' },
    { address: '/nowhere', says: 'No page has this address.' },
    { address: '/sessions/%E0%A4%A', says: 'No page has this address.' },
  ])('$address says so, and the way out is there', async ({ address, says }) => {
    await openSettled(page, served.url + address)
    await page.getByRole('main').getByText(says).waitFor()
    await page.getByRole('navigation').getByText('Today').click()
    await page.waitForURL(`${served.url}/`)
    expect(await page.locator('h1').textContent()).toBe('Today')
  })
})
