/** Plays the demo with its page and takes the pictures of the README: `npm run screenshots`. */
import { spawn } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openChromium } from '../test/browser/support/open-chromium.js'
import { settled } from '../test/browser/support/settled.js'

const FOLDER = path.resolve('docs/images')
const MAX_BYTES = 200_000
const PICTURES = [
  { name: 'session', address: '/sessions/demo-stop', scheme: 'light', height: 860 },
  { name: 'overview', address: '/', scheme: 'light', height: 860 },
  { name: 'skill', address: '/growth/skills/reach-the-database', scheme: 'dark', height: 700 },
] as const

const demo = spawn(process.execPath, ['dist/cli/bin.cjs', 'demo', '--serve'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await openChromium()
try {
  const link = await played()
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await page.goto(link)
  await settled(page)
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, address, scheme, height } of PICTURES) {
    await page.setViewportSize({ width: 1280, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto(new URL(address, link).href)
    await settled(page)
    const file = path.join(FOLDER, `${name}.png`)
    await page.screenshot({ path: file })
    const { size } = statSync(file)
    console.log(`${path.relative('.', file)}: ${Math.round(size / 1000)} KB`)
    if (size > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES / 1000} KB`)
  }
} finally {
  await browser.close()
  demo.kill('SIGINT')
}

/** The link to the page, once the story has been told to its end. */
async function played(): Promise<string> {
  let link = ''
  for await (const line of createInterface({ input: demo.stdout })) {
    link ||= /http:\/\/127\.0\.0\.1:\d+\/#login=\S+/.exec(line)?.[0] ?? ''
    if (line.startsWith('The page stays')) {
      demo.stdout.resume()
      return link
    }
  }
  throw new Error('The demo ended before its page was there')
}
