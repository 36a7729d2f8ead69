import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Chromium asks its makers' hosts for this and that unless it is told not to. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** A real Chromium: the one that `CHROMIUM` names, or one of this machine. */
export async function openChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM']
  const executablePath = named ?? PLACES.find((place) => existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM.',
    )
  }
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])] })
}
