import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openChromium } from './support/open-chromium.js'
import { openEmpty, openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled } from './support/settled.js'

let browser: Browser
let seeded: Shelf
let empty: Shelf

beforeAll(async () => {
  ;[browser, seeded, empty] = await Promise.all([openChromium(), openSeeded(), openEmpty()])
})

afterAll(async () => {
  await browser.close()
  await Promise.all([seeded.close(), empty.close()])
})

async function open({ served }: Shelf, address: string): Promise<Page> {
  const { page, context } = await openView(browser, served, { width: 375, scheme: 'light' })
  onTestFinished(() => context.close())
  await openSettled(page, served.url + address)
  return page
}

describe('a chart', () => {
  it.each([
    { address: '/growth/experiments', title: 'Reliability' },
    { address: '/growth/experiments', title: 'ROC' },
    { address: '/growth/experiments', title: 'Risk–coverage' },
    { address: '/reviews', title: 'Runs by risk score' },
    { address: '/reviews', title: 'Share of runs gated against share of failures caught' },
  ])('is drawn, said in words, and there as a table: $title', async ({ address, title }) => {
    const page = await open(seeded, address)
    const figure = page.getByRole('figure', { name: title })
    const picture = figure.locator('svg[role=img]')
    await picture.locator('path, rect, circle').first().waitFor({ state: 'attached' })
    expect(await picture.locator('desc').textContent()).toMatch(/\d/)
    await figure.getByText('As a table').click()
    expect(await figure.locator('tbody tr').count()).toBeGreaterThan(3)
  })

  it.each([
    { address: '/growth/experiments', title: 'Who would have caught the failures', rows: 3 },
    { address: '/growth/experiments', title: 'Ended sessions with a signal', rows: 3 },
    { address: '/reviews', title: 'Runs by surface, and how many of them need review', rows: 8 },
  ])('of named shares is a table itself: $title', async ({ address, title, rows }) => {
    const page = await open(seeded, address)
    const body = page.getByRole('table', { name: title }).locator('tbody')
    expect(await body.locator('tr').count()).toBe(rows)
    expect(await body.textContent()).toMatch(/\d+ of \d+/)
  })

  it('of lifts lines up and says each in words', async () => {
    const page = await open(seeded, '/checks/lessons?sort=exposures')
    const mark = page.getByRole('row').getByRole('img', { name: /95 % of it from/ })
    expect(await mark.count()).toBeGreaterThan(3)
  })
})

describe('an empty store', () => {
  it.each([
    {
      address: '/checks/lessons',
      shows: 'Nothing learned yet',
      run: 'reflect demo --scene failure',
    },
    { address: '/growth', shows: 'No task is set up', run: /^reflect tasks add / },
    { address: '/growth', shows: 'Nothing keeps going wrong', run: 'reflect cycle' },
    { address: '/growth/skills', shows: 'There is no skill', run: 'reflect cycle run' },
    { address: '/reviews', shows: /^No run in the last/, run: 'reflect install' },
    { address: '/growth/experiments', shows: /^No self-reported confidence/, run: /calibration/ },
    { address: '/growth/experiments', shows: /^There is no task board/, run: /board-history/ },
  ])('says on $address what to run: $run', async ({ address, shows, run }) => {
    const page = await open(empty, address)
    expect(await page.getByText(shows).count()).toBe(1)
    expect(await page.locator('code').getByText(run).count()).toBeGreaterThan(0)
  })
})
