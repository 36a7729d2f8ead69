import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { cutWords, openSettled, overflow, settled } from './support/settled.js'

let browser: Browser
let shelf: Shelf
beforeAll(async () => {
  ;[browser, shelf] = await Promise.all([openChromium(), openSeeded()])
})
afterAll(async () => {
  await browser.close()
  await shelf.close()
})

async function open(address: string, width: 1440 | 375 = 1440) {
  const view = await openView(browser, shelf.served, { width, scheme: 'light' })
  onTestFinished(() => view.context.close())
  await openSettled(view.page, shelf.served.url + address)
  return view
}

/** All of the log is in the index. */
async function filled(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Found' }).waitFor()
  await page.getByText('The log is being read').waitFor({ state: 'detached' })
}

it.each(['/', '/growth/skills', '/settings/log'])('is a key away on %s', async (address) => {
  const { page, faults } = await open(address)
  await page.keyboard.press('/')
  await page.keyboard.type('nightly export')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sessions\?q=nightly%20export$/)
  await filled(page)
  const first = page.getByRole('list', { name: 'Found' }).getByRole('listitem').first()
  expect((await first.locator('mark').allTextContents()).map((word) => word.toLowerCase())).toEqual(
    expect.arrayContaining(['nightly', 'export']),
  )
  await first.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sessions\/[^?]+$/)
  expect(faults).toEqual([])
})

it('leaves a slash alone where one types', async () => {
  const { page } = await open('/settings/log')
  const words = page.getByLabel('Words')
  await words.focus()
  await page.keyboard.type('a/b')
  expect(await words.inputValue()).toBe('a/b')
})

it('is narrowed by what was run, and by the verdict, and can be linked to', async () => {
  const { page } = await open('/sessions?q=npm%20test')
  await filled(page)
  await page.getByLabel('Where').selectOption('command')
  await page.waitForURL(/kind=command/)
  await settled(page)
  const kinds = page.getByRole('list', { name: 'Found' }).getByText('ran', { exact: true })
  expect(await kinds.count()).toBeGreaterThan(0)
  expect(await page.getByText('said at the end', { exact: true }).count()).toBeLessThan(2)
  await page.getByLabel('Day (UTC)').fill('2001-01-01')
  await page.getByText('No session has these words.').waitFor()
})

it.each([1440, 375] as const)('is whole %i px wide, light and dark', async (width) => {
  for (const address of ['/sessions?q=nightly%20export', '/sessions?q=lanternfish']) {
    const { page, faults } = await open(address, width)
    await page
      .getByText(/with these words|No session has these words/)
      .first()
      .waitFor()
    await page.getByText('The log is being read').waitFor({ state: 'detached' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      const name = `search-${address.slice(-7)}-${width}-${colorScheme}.png`
      await page.screenshot({ path: path.resolve('test-output/browser', name) })
      expect(await seriousFindings(page)).toEqual([])
    }
    expect({ wide: await overflow(page), cut: await cutWords(page), faults }).toEqual({
      wide: 0,
      cut: [],
      faults: [],
    })
  }
})
