import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { writeClaudeSession } from '../../src/audit/__fixtures__/claude-session.js'
import type { SessionPlan } from '../../src/audit/__fixtures__/claude-session.js'
import type { ResponseOf } from '../../src/schema/api/routes.js'
import { runIn } from '../support/open-cli.js'
import { openSandboxFor } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { openView } from './support/open-shelf.js'
import { serve } from './support/serve.js'
import type { Served } from './support/serve.js'
import { openSettled, settled } from './support/settled.js'

let browser: Browser
let sandbox: Sandbox
let served: Served
/** The address of the imported project. */
let base: string

const fix = { human: 'Fix the total of the cart in src/cart.ts' } as const
const edit = { edits: 'src/cart.ts', from: 'return a', to: 'return a + b' } as const
const RED = {
  runs: 'npm test',
  prints: ' FAIL  src/cart.test.ts > totals\n Tests  1 failed | 6 passed (7)',
  failed: true,
} as const
const GREEN = { runs: 'npm test', prints: ' Tests  7 passed (7)' } as const
const again = { runs: 'node build.js', prints: 'no rule for it', failed: true } as const

const SESSIONS: Readonly<Record<string, SessionPlan['steps']>> = {
  'red-end': [fix, edit, RED, { says: 'Fixed the total. All tests pass.' }],
  asks: [fix, { says: 'The total can include tax or not. Which one do you want?' }],
  fixed: [fix, RED, edit, GREEN, { says: 'Fixed. All 7 tests pass.' }],
  skipped: [
    fix,
    RED,
    { edits: 'src/cart.test.ts', from: "it('totals', () => {", to: "it.skip('totals', () => {" },
    { ...GREEN, prints: ' Tests  6 passed | 1 skipped (7)' },
    { says: 'Fixed the total of the cart.' },
  ],
  circles: [
    { human: 'Build the shop' },
    ...Array.from({ length: 24 }, () => again),
    { says: 'The server is down.' },
  ],
}

beforeAll(async () => {
  sandbox = openSandboxFor()
  const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  for (const [place, [id, steps]] of Object.entries(SESSIONS).entries()) {
    const plan = { id, steps, cwd: '/w/shop', at: hourAgo(place + 2) }
    writeClaudeSession(sandbox.home, plan)
  }
  await runIn(['audit', '--keep'], sandbox, { answers: [] })
  ;[browser, served] = await Promise.all([openChromium(), serve(sandbox)])
  const { items } = await served.get<ResponseOf<'GET /projects'>>('/projects')
  base = `/p/${items.find(({ isImported }) => isImported)!.id}`
}, 120_000)
afterAll(async () => {
  await browser.close()
  await served.stop()
  rmSync(sandbox.base, { recursive: true, force: true })
})

const WIDE = { width: 1440, scheme: 'light' } as const

async function openAt(place: string, view: Parameters<typeof openView>[2] = WIDE) {
  const { context, page, faults } = await openView(browser, served, view)
  onTestFinished(() => context.close())
  await openSettled(page, `${served.url}${place}`)
  return { page, faults }
}

it('names the projects that were taken over on the empty start page', async () => {
  const { page, faults } = await openAt('/')
  await page.getByText('No agent has been seen here yet.').waitFor()
  await page.getByRole('link', { name: 'shop', exact: true }).click()
  await settled(page)
  await page.getByText('Taken over from transcripts.').waitFor()
  expect(faults).toEqual([])
})

interface Question {
  asks: string
  /** Names of what is clicked, from the project's first page on. */
  clicks: (string | RegExp)[]
  /** What then stands on the page. */
  sees: (string | RegExp)[]
}

const QUESTIONS: readonly Question[] = [
  { asks: 'Who waits for me?', clicks: [], sees: ['Which one do you want?'] },
  { asks: 'Which stops came too early?', clicks: [], sees: [/reports the tests as good|failed/] },
  {
    asks: 'What failed again and again, and what made it green?',
    clicks: ['Checks and lessons'],
    sees: [/red \d+ times in 3 sessions/, /Made green by src\/cart/],
  },
  {
    asks: 'What is the history of a check?',
    clicks: ['Checks and lessons'],
    sees: [/Its history/],
  },
  {
    asks: 'Which tests were weakened?',
    clicks: ['Checks and lessons'],
    sees: ['Made weaker, and not told', /src\/cart\.test\.ts/],
  },
  { asks: 'What was asked?', clicks: ['Sessions'], sees: ['Build the shop'] },
  {
    asks: 'What did a session cost?',
    clicks: ['Sessions', /^Build the shop/],
    sees: [/27,775 tokens, \$\d/],
  },
  {
    asks: 'What is open in a session?',
    clicks: [/^Fix the total of the cart/],
    sees: ['Asked', 'Open', 'Told'],
  },
  { asks: 'Which model cost most?', clicks: [], sees: ['claude-opus-4-5-20251101'] },
  { asks: 'What did going in circles cost?', clicks: [], sees: ['Sessions that went in circles'] },
  { asks: 'How are hooks switched on?', clicks: [], sees: ['reflect init --mode solo'] },
]

it.each(QUESTIONS)('$asks is answered within two clicks', async ({ clicks, sees }) => {
  expect(clicks.length).toBeLessThanOrEqual(2)
  const { page, faults } = await openAt(`${base}/`)
  for (const name of clicks) {
    await linkOf(page, name).first().click()
    await settled(page)
  }
  for (const words of sees) await page.getByRole('main').getByText(words).first().waitFor()
  expect(faults).toEqual([])
})

it('is searched from every page', async () => {
  const { page } = await openAt(`${base}/growth`)
  await page.keyboard.press('/')
  await page.keyboard.type('build.js')
  await page.keyboard.press('Enter')
  const found = page.getByRole('main').getByText('node build.js').first()
  await found.waitFor()
  expect(await found.isVisible()).toBe(true)
})

it('has one figure for stops that came too early, and paths of its own store', async () => {
  const { page } = await openAt(`${base}/`)
  const overview = await served.get<ResponseOf<'GET /overview'>>(
    `/projects/${base.slice('/p/'.length)}/overview`,
  )
  const early = overview.series.reduce((sum, { premature }) => sum + premature, 0)
  const { stops, outcomes } = overview
  expect([early, overview.early.length, stops.incomplete, outcomes.failed]).toEqual([3, 3, 3, 3])
  await page.goto(`${served.url}${base}/settings`)
  await settled(page)
  await page
    .getByText(`~/.local/state/reflectory/${base.slice('/p/'.length)}/reflectory.db`)
    .waitFor()
})

const TABS = ['/', '/sessions', '/checks', '/reviews', '/growth', '/settings']
const VIEWS = [
  { width: 1440, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const

it.each(VIEWS)('is without a fault in all tabs, $width px, $scheme', async (view) => {
  const { page, faults } = await openAt(`${base}/`, view)
  for (const tab of TABS) {
    await openSettled(page, `${served.url}${base}${tab}`)
    expect(await seriousFindings(page)).toEqual([])
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
    expect(wide).toBeLessThanOrEqual(view.width)
  }
  expect(faults).toEqual([])
})

const linkOf = (page: Page, name: string | RegExp) =>
  page.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
