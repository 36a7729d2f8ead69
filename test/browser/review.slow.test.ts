import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { confidentRun, sessionEnd } from '../../src/experiments/__fixtures__/confident-run.js'
import type { VerdictState } from '../../src/experiments/experiment.js'
import type { ExperimentGate } from '../../src/experiments/gates.js'
import { keepGates } from '../../src/experiments/kept-gates.js'
import type { RecordWrite } from '../../src/schema/records.js'
import { openChromium } from './support/open-chromium.js'
import { openEmpty, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled, overflow } from './support/settled.js'

const PICTURES = path.resolve('test-output/browser')

let browser: Browser
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  browser = await openChromium()
})
afterAll(() => browser.close())

const ended = (name: string, confidence: number, right: number, wrong: number): RecordWrite[] =>
  Array.from({ length: right + wrong }, (_, i): RecordWrite[] => {
    const sessionId = `${name}-${i}`
    const timestamp = '2026-01-01T00:00:00.000Z'
    const end = sessionEnd(sessionId, i < right ? 'completed' : 'failed', 'recorded_checks')
    return [
      { kind: 'run', record: confidentRun({ id: sessionId, sessionId, confidence, timestamp }) },
      { kind: 'session_outcome', record: end },
    ]
  }).flat()

function waiting(sessionId: string, confidence: number | null, score: number): RecordWrite {
  const timestamp = new Date().toISOString()
  const run = confidentRun({ id: sessionId, sessionId, confidence, timestamp })
  const risk = { needs_review: true, score, surface: 'auth', reason: 'auth: login.ts' } as const
  const record = { ...run.record, task_ref: `shop#${sessionId}`, risk }
  const earlier = { fixes: 3, files: 1, newest: timestamp }
  return { kind: 'run', record: { ...run, record, rank: 7.25, earlier_fixes: earlier } }
}

const gate = (id: 'P2' | 'P3', state: VerdictState): ExperimentGate => ({
  id,
  experiment: id === 'P2' ? 'git-history' : 'board-history',
  question: '',
  kill: '',
  pass: '',
  state,
  reasons: ['as measured'],
})

async function open({ served }: Shelf, width: number): Promise<Page> {
  const { page, context } = await openView(browser, served, { width, scheme: 'light' })
  onTestFinished(() => context.close())
  await openSettled(page, `${served.url}/reviews`)
  return page
}

const listed = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Runs in review order' }).getByRole('link').allTextContents()

/** The server takes a look of the last minute; without it, it looks again. */
const lookAgain = ({ inStore }: Shelf) =>
  inStore((store) => store.writeCache('gate:P1', '', '2000-01-01T00:00:00.000Z'))

/** A server that starts looks at all three gates once; what it keeps would hide what a test keeps. */
const lookedOnce = async ({ inStore }: Shelf): Promise<void> => {
  const kept = () => inStore((store) => store.readCache('gate:P1', new Date().toISOString()))
  await expect.poll(kept, { timeout: 20_000 }).not.toBe(null)
}

describe('the review list', () => {
  it.each([1440, 375])('follows P1, %d px wide', async (width) => {
    const shelf = await openEmpty()
    onTestFinished(() => shelf.close())
    await shelf.inStore((store) =>
      store.add([waiting('sure', 0.95, 1), waiting('silent', null, 0.9)]),
    )
    const before = await open(shelf, width)
    expect(await listed(before)).toEqual(['shop#sure', 'shop#silent'])
    expect(await before.getByText('Not ordered by confidence').count()).toBe(1)

    await shelf.inStore((store) =>
      store.add([
        ...ended('good', 0.99, 120, 10),
        ...ended('fair', 0.85, 40, 30),
        ...ended('doubt', 0.1, 20, 180),
      ]),
    )
    await lookAgain(shelf)
    const on = await open(shelf, width)
    expect(await listed(on)).toEqual(['shop#silent', 'shop#sure'])
    expect(await on.getByText('the agent is 0.95 sure, and P1 passed').count()).toBe(1)
    expect(await overflow(on)).toBe(0)
    await on.screenshot({ path: path.join(PICTURES, `review-passed-${width}.png`), fullPage: true })

    await shelf.inStore((store) => store.add(ended('fallen', 0.99, 0, 200)))
    await lookAgain(shelf)
    const off = await open(shelf, width)
    expect(await listed(off)).toEqual(['shop#sure', 'shop#silent'])
    expect(await off.getByText('P1 passed').count()).toBe(0)
    await off.screenshot({
      path: path.join(PICTURES, `review-fallen-${width}.png`),
      fullPage: true,
    })
  })

  it('says what a killed P2 and a killed P3 do, and is back with a pass', async () => {
    const shelf = await openEmpty()
    onTestFinished(() => shelf.close())
    await lookedOnce(shelf)
    await shelf.inStore((store) =>
      store.add([
        waiting('sure', 0.95, 1),
        waiting('silent', null, 0.9),
        ...ended('good', 0.99, 120, 10),
        ...ended('fair', 0.85, 40, 30),
        ...ended('doubt', 0.1, 20, 180),
      ]),
    )
    const see = async (p2: VerdictState, p3: VerdictState) => {
      await lookAgain(shelf)
      await shelf.inStore((store) => keepGates(store, [gate('P2', p2), gate('P3', p3)]))
      const page = await open(shelf, 1440)
      const said = await page.getByRole('region', { name: 'Review list' }).first().innerText()
      return { runs: await listed(page), said }
    }
    const closed = await see('killed', 'passed')
    expect(closed.runs).toEqual(['shop#sure', 'shop#silent'])
    expect(closed.said).toContain('Not ordered by confidence: P2 killed (as measured).')
    const noted = await see('passed', 'killed')
    expect(noted.runs).toEqual(['shop#sure', 'shop#silent'])
    expect(noted.said).toContain('a note only: P3 killed (as measured)')
    expect(noted.said).toMatch(/^note$/m)
    const on = await see('passed', 'undecided')
    expect(on.runs).toEqual(['shop#silent', 'shop#sure'])
    expect(on.said).toMatch(/^later$/m)
  })
})
