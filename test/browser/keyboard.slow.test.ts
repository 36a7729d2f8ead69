import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openChromium } from './support/open-chromium.js'
import { openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled, settled } from './support/settled.js'

let browser: Browser
let shelf: Shelf
beforeAll(async () => {
  ;[browser, shelf] = await Promise.all([openChromium(), openSeeded()])
})
afterAll(async () => {
  await browser.close()
  await shelf.close()
})

async function open(address: string): Promise<Page> {
  const view = { width: 1440, scheme: 'light' } as const
  const { context, page } = await openView(browser, shelf.served, view)
  onTestFinished(() => context.close())
  await openSettled(page, shelf.served.url + address)
  return page
}

/** Presses a key until something with that name has the focus. */
async function walkTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(name)} can't be reached by ${key}`)
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(
    `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
  )

describe('by keyboard alone', () => {
  it('one skips the navigation', async () => {
    const page = await open('/')
    await walkTo(page, 'Skip to the page')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })

  it('one goes from the overview to a session and its evidence', async () => {
    const page = await open('/')
    await walkTo(page, 'Sessions')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions$/)
    await settled(page)
    await walkTo(page, /, (done|not done|needs you|aborted)$/)
    const first = await focusedName(page)
    await page.keyboard.press('ArrowDown')
    expect(await focusedName(page)).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await focusedName(page)).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions\/.+/)
    await settled(page)
    await walkTo(page, 'Evidence')
    await page.keyboard.press('Enter')
    expect(await page.locator('details[open]').count()).toBe(1)
  })

  it('one opens an entry of the log, reads it, and comes back to its row', async () => {
    const page = await open('/settings/log')
    await walkTo(page, /^stop judged: /)
    const row = await focusedName(page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`))
      .toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe(row)
  })

  it('one changes the colours, and the choice is kept', async () => {
    const page = await open('/')
    const scheme = () => page.evaluate('document.documentElement.dataset.scheme')
    await walkTo(page, /^Colours: like the system/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await scheme()).toBe('dark')
    await page.reload()
    await settled(page)
    expect(await scheme()).toBe('dark')
  })
})
