import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { BIN, openSandbox } from '../support/sandbox.js'
import { openChromium } from './support/open-chromium.js'
import { watchPage } from './support/watch-page.js'

/** The story takes seconds on a machine that has time. */
const PATIENCE_MS = 120_000

it('tells its story on a page that is never reloaded, and leaves the last word to a person', async () => {
  const { base, env } = openSandbox()
  const browser = await openChromium()
  onTestFinished(() => browser.close())
  const demo = spawn(process.execPath, [BIN, 'demo', '--serve'], {
    cwd: base,
    env: { ...env, TMPDIR: base },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(demo, 'close').then(([code]) => code as number | null)
  onTestFinished(() => void demo.kill())
  const lines = createInterface({ input: demo.stdout })
  const [first] = (await once(lines, 'line')) as [string]
  const told = new Promise<void>((resolve) => {
    lines.on('line', (line) => line.includes('stays until') && resolve())
  })

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const { faults } = watchPage(page)
  await page.goto(/http:\S+/.exec(first)![0])
  await page.getByRole('link', { name: 'Tasks and findings' }).click()
  await page.evaluate('window.untouched = true')
  await page.getByRole('button', { name: 'Resume report' }).waitFor()
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await page.getByRole('link', { name: 'Skill reach-the-database' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Add reach-the-database').waitFor()

  expect(await page.evaluate('window.untouched')).toBe(true)
  expect(faults).toEqual([])
  await Promise.race([told, closed])
  demo.kill('SIGINT')
  expect(await closed).toBe(0)
})
