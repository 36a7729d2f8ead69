import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openChromium } from './support/open-chromium.js'
import { openEmpty } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'

let browser: Browser
let shelf: Shelf
beforeAll(async () => {
  ;[browser, shelf] = await Promise.all([openChromium(), openEmpty()])
})
afterAll(async () => {
  await browser.close()
  await shelf.close()
})

const CLOSED = 'This page opens with a one-time link.'

async function newContext() {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context
}

describe('the way into the page', () => {
  it('is a link that works once, leaves no code in the address, and lets further tabs in', async () => {
    const { link, url } = shelf.served
    const context = await newContext()
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(page.url()).toBe(`${url}/`)

    await page.reload()
    await page.getByRole('heading', { name: 'Today' }).waitFor()

    const second = await context.newPage()
    await second.goto(`${url}/settings`)
    await second.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()

    const stranger = await (await newContext()).newPage()
    await stranger.goto(link)
    await stranger.getByText(CLOSED).waitFor()
    expect(await stranger.getByRole('navigation').count()).toBe(0)
  })

  it('is closed for a token that is not the server’s', async () => {
    const context = await newContext()
    await context.addInitScript(`sessionStorage.setItem('reflectory.token', 'made-up')`)
    const page = await context.newPage()
    await page.goto(shelf.served.url)
    await page.getByText(CLOSED).waitFor()
    expect(await page.evaluate(`sessionStorage.getItem('reflectory.token')`)).toBeNull()
  })
})
