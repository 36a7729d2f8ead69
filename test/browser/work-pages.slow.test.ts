import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunPage } from '../../src/schema/api/run.js'
import { openSandboxFor } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { seriousFindings } from './support/check-access.js'
import { openChromium } from './support/open-chromium.js'
import { LOOKS, openPage } from './support/open-page.js'
import { openSeeded } from './support/open-seeded.js'
import type { Seeded } from './support/open-seeded.js'
import { serve } from './support/serve.js'
import type { Served } from './support/serve.js'
import { openSettled, overflow } from './support/settled.js'

const PICTURES = path.resolve('test-output/pages')

let browser: Browser
let seeded: Seeded
let sandbox: Sandbox
let empty: Served
let newestRun: string

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  sandbox = openSandboxFor()
  ;[browser, seeded, empty] = await Promise.all([openChromium(), openSeeded(), serve(sandbox)])
  newestRun = (await seeded.served.get<RunPage>('/runs?limit=1')).items[0]!.id
})

afterAll(async () => {
  await browser.close()
  await Promise.all([seeded.close(), empty.stop()])
  rmSync(sandbox.base, { recursive: true, force: true })
})

/** Each page, with something that only its data can show. */
const SEEDED = [
  { name: 'lessons', address: '/lessons?sort=exposures', shows: 'points' },
  { name: 'lesson', address: '/lessons/lesson-160', shows: 'Does it help?' },
  { name: 'tasks', address: '/tasks', shows: 'task-00' },
  { name: 'task', address: '/tasks/task-03', shows: 'failing' },
  { name: 'skills', address: '/skills', shows: 'wait for your word' },
  { name: 'skill', address: '/skills/deploy-safely', shows: 'Versions' },
  { name: 'risk', address: '/risk', shows: 'Gating curve' },
  { name: 'run', address: '/risk?run=NEWEST', shows: 'Said by the agent' },
  { name: 'experiments', address: '/experiments', shows: 'Only self-reflection' },
  { name: 'settings', address: '/settings', shows: 'riskThreshold' },
]

/** What an empty store shows: a sentence, and what to run so that it fills. */
const EMPTY = [
  { name: 'lessons', address: '/lessons', shows: 'Nothing was learnt yet', run: 'reflect demo' },
  { name: 'tasks', address: '/tasks', shows: 'No task is set up', run: 'reflect tasks add' },
  { name: 'skills', address: '/skills', shows: 'There is no skill', run: 'reflect cycle run' },
  { name: 'risk', address: '/risk', shows: 'No run was recorded', run: 'reflect install' },
  {
    name: 'experiments',
    address: '/experiments',
    shows: 'There is no task board',
    run: 'reflect experiment board-history',
  },
  { name: 'settings', address: '/settings', shows: 'This project', run: null },
]

describe.each(LOOKS)('at $width px, $scheme', (look) => {
  it.each(SEEDED)('shows $name whole and accessible', async ({ name, address, shows }) => {
    const { page, faults, close } = await openPage(browser, seeded.served, look)
    await openSettled(page, seeded.served.url + address.replace('NEWEST', newestRun))
    await page.getByText(shows).first().waitFor()
    await page.screenshot({ path: path.join(PICTURES, `${name}-${look.width}-${look.scheme}.png`) })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it.each(EMPTY)('says how to fill an empty page of $name', async ({ address, shows, ...rest }) => {
    const { page, faults, close } = await openPage(browser, empty, look)
    await openSettled(page, empty.url + address)
    await page.getByText(shows).first().waitFor()
    if (rest.run !== null) await page.getByText(rest.run).first().waitFor()
    const file = `${rest.name}-empty-${look.width}-${look.scheme}.png`
    await page.screenshot({ path: path.join(PICTURES, file) })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

describe('charts', () => {
  it.each([
    { address: '/experiments', title: 'Reliability' },
    { address: '/experiments', title: 'ROC' },
    { address: '/experiments', title: 'Risk–coverage' },
    { address: '/risk', title: 'Runs by risk score' },
    { address: '/risk', title: 'Share of runs gated against share of failures caught' },
  ])('has a picture with words and a table: $title', async ({ address, title }) => {
    const { page, close } = await openPage(browser, seeded.served)
    await openSettled(page, seeded.served.url + address)
    const figure = page.getByRole('figure', { name: title })
    const picture = figure.locator('svg[role=img]')
    await picture.waitFor()
    expect(((await picture.locator('desc').textContent()) ?? '').length).toBeGreaterThan(30)
    await figure.getByText('As a table').click()
    expect(await figure.locator('tbody tr').count()).toBeGreaterThan(3)
    await close()
  })
})
