import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { BIN, openSandbox } from '../support/sandbox.js'
import { openChromium } from './support/open-chromium.js'
import { watchPage } from './support/watch-page.js'

/** The story takes seconds on a machine that has time. */
const PATIENCE_MS = 120_000

it('tells its story on a page that is never reloaded, leaves the last word to a person, and goes with its page', async () => {
  const { base, env } = openSandbox()
  const browser = await openChromium()
  onTestFinished(() => browser.close())
  // Typed into a terminal: a link lets decide where a person was seen to ask for it.
  const demo = spawn('script', ['-qefc', `${process.execPath} ${BIN} demo --serve`, '/dev/null'], {
    cwd: base,
    env: { ...env, TMPDIR: base, SHELL: '/bin/bash' },
    stdio: ['pipe', 'pipe', 'inherit'],
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
  const link = /http:[\w.:/=#?&%-]+/.exec(first)![0]
  await page.goto(link)
  await page.getByRole('link', { name: 'Growth', exact: true }).click()
  await page.evaluate('window.untouched = true')
  await page.getByRole('button', { name: 'Resume report' }).waitFor()
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await page.getByRole('link', { name: 'Skill reach-the-database' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Add reach-the-database').waitFor()
  await Promise.race([told, closed])
  await page.getByRole('link', { name: 'Checks and lessons' }).click()
  await page.getByRole('link', { name: 'Lessons', exact: true }).click()
  await page
    .getByRole('link', { name: /^Lesson: / })
    .first()
    .waitFor()

  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await page.getByText('The login redirect lost its cookie; it needs SameSite=None').waitFor()
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page
    .getByRole('link', { name: /opening hours.*, not done$/ })
    .first()
    .waitFor()

  expect(await page.evaluate('window.untouched')).toBe(true)
  expect(faults).toEqual([])
  demo.stdin.write('\u0003')
  expect(await closed).toBe(0)
  await expect(fetch(link)).rejects.toThrow('fetch failed')
  expect(readdirSync(base).filter((name) => name.startsWith('reflect-demo-'))).toEqual([])
})
