import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openChromium } from './support/open-chromium.js'
import { openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled, settled } from './support/settled.js'

let browser: Browser
let shelf: Shelf
beforeAll(async () => {
  ;[browser, shelf] = await Promise.all([openChromium(), openSeeded({ played: 24 })])
})
afterAll(async () => {
  await browser.close()
  await shelf.close()
})

interface Question {
  asks: string
  /** Names of what is clicked, from the first page on. */
  clicks: (string | RegExp)[]
  /** What then stands on the page. */
  sees: string | RegExp
}

const QUESTIONS: readonly Question[] = [
  { asks: 'What waits for me?', clicks: [], sees: 'Waits for you' },
  { asks: 'Which change should I review first?', clicks: ['Reviews'], sees: 'Review list' },
  { asks: 'What did the agents cost?', clicks: [], sees: 'What agents used' },
  { asks: 'How often are agents sent back?', clicks: [/^Sent back/], sees: /^\d+ sessions?/ },
  { asks: 'What was asked of agents lately?', clicks: ['Sessions'], sees: 'Last active' },
  { asks: 'What has to be green?', clicks: ['Checks and lessons'], sees: 'What runs' },
  {
    asks: 'What was learnt, and does it help?',
    clicks: ['Checks and lessons', 'Lessons'],
    sees: 'Lift of all together',
  },
  { asks: 'What keeps failing?', clicks: ['Growth'], sees: 'Findings' },
  { asks: 'What is proposed for my skills?', clicks: ['Growth', 'Skills'], sees: 'Needs you' },
  { asks: 'Does everything work here?', clicks: ['Settings'], sees: /doctor/i },
  { asks: 'What does a word mean?', clicks: ['Settings', 'Words'], sees: 'Quarantine' },
]

it.each(QUESTIONS)('$asks is answered within two clicks', async ({ clicks, sees }) => {
  expect(clicks.length).toBeLessThanOrEqual(2)
  const view = { width: 1440, scheme: 'light' } as const
  const { context, page, faults } = await openView(browser, shelf.served, view)
  onTestFinished(() => context.close())
  await openSettled(page, `${shelf.served.url}/`)
  for (const name of clicks) {
    await linkOf(page, name).first().click()
    await settled(page)
  }
  await page.getByRole('main').getByText(sees).first().waitFor()
  expect(faults).toEqual([])
})

const linkOf = (page: Page, name: string | RegExp) =>
  page.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
