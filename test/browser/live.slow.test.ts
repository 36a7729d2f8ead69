import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { EventPage } from '../../src/schema/api/log.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { openChromium } from './support/open-chromium.js'
import { serve } from './support/serve.js'
import type { Served } from './support/serve.js'
import { openSettled } from './support/settled.js'
import { watchPage } from './support/watch-page.js'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** What is posted or hooked should be in the page after this long, on a machine that has time. */
const AIM_MS = 1_000
const PATIENCE_MS = 60_000

interface Opened {
  sandbox: Sandbox
  served: Served
  page: Page
  faults: string[]
}

async function open(address = '/'): Promise<Opened> {
  const sandbox = openSandbox()
  const served = await serve(sandbox)
  onTestFinished(() => served.stop())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const { faults } = watchPage(page)
  await openSettled(page, served.link)
  if (address !== '/') await openSettled(page, served.url + address)
  await liveIs(page, 'live')
  return { sandbox, served, page, faults }
}

const prompt = (text: string, sessionId = 'live-1') => ({
  events: [{ kind: 'prompt-submitted', sessionId, text }],
})

const liveIs = (page: Page, status: string) =>
  page.waitForSelector(`[data-live=${status}]`, { state: 'attached', timeout: PATIENCE_MS })

const shows = (page: Page, text: string) =>
  page.getByText(text, { exact: false }).first().waitFor({ timeout: PATIENCE_MS })

describe('the page, live', () => {
  it('shows a posted event without a reload, and says how long that took', async () => {
    const { served, page, faults } = await open('/settings/log?view=events')
    const shown = shows(page, 'human: Sum the prices').then(() => Date.now())
    await served.post('/events', prompt('Sum the prices'))
    const shownAt = await shown
    const { items } = await served.get<EventPage>('/events?kind=agent.prompt-submitted')
    console.log(`shown ${shownAt - Date.parse(items[0]!.at)} ms after the event (aim: ${AIM_MS})`)
    expect(faults).toEqual([])
    expect(await page.evaluate('performance.getEntriesByType("navigation").length')).toBe(1)
  })

  it('shows what a hook wrote, which is another process', async () => {
    const { sandbox, page, faults } = await open('/sessions')
    const shown = shows(page, 'Written by a hook')
    await sandbox.hook(
      ['generic', 'prompt-submitted'],
      { sessionId: 'hooked', text: 'Written by a hook', cwd: sandbox.root },
      { REFLECTION_MODE: 'solo' },
    )
    await shown
    expect(faults).toEqual([])
  })

  it('goes on after the server was restarted, and has missed nothing', async () => {
    const { sandbox, served, page } = await open('/settings/log?view=events')
    await served.post('/events', prompt('Before the restart'))
    await shows(page, 'human: Before the restart')
    await served.stop()
    await liveIs(page, 'lost')
    await sandbox.hook(
      ['generic', 'prompt-submitted'],
      { sessionId: 'live-1', text: 'While nobody served', cwd: sandbox.root },
      { REFLECTION_MODE: 'solo' },
    )
    const again = await serve(sandbox, served.port)
    onTestFinished(() => again.stop())
    await liveIs(page, 'live')
    await shows(page, 'human: While nobody served')
    await again.post('/events', prompt('After the restart'))
    await shows(page, 'human: After the restart')
    expect(await page.getByText('human: Before the restart').count()).toBe(1)
  })

  it('says that the server is gone on a page opened meanwhile, and shows it once it is back', async () => {
    const { sandbox, served, page } = await open('/')
    await served.stop()
    await liveIs(page, 'lost')
    await page.getByRole('link', { name: 'Checks and lessons' }).click()
    await shows(page, 'The server does not answer')
    const again = await serve(sandbox, served.port)
    onTestFinished(() => again.stop())
    await shows(page, 'No check is added')
    expect(await page.locator('h1').textContent()).toBe('Checks')
  })
})
