import type { Browser, Page } from 'playwright-core'
import type { Served } from './serve.js'
import { watchPage } from './watch-page.js'

export interface Look {
  width: number
  scheme: 'light' | 'dark'
}

/** Both widths and both schemes, each twice. */
export const LOOKS: readonly Look[] = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
]

export interface OpenedPage {
  page: Page
  faults: string[]
  close(): Promise<void>
}

/** A page that may ask, as after its link was opened; a link works once. */
export async function openPage(
  browser: Browser,
  { url, token }: Pick<Served, 'url' | 'token'>,
  { width, scheme }: Look = LOOKS[0]!,
): Promise<OpenedPage> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width > 600 ? 900 : 812 },
    colorScheme: scheme,
  })
  const page = await context.newPage()
  await page.addInitScript(`sessionStorage.setItem('reflectory.token', ${JSON.stringify(token)})`)
  const { faults } = watchPage(page)
  return { page, faults, close: () => context.close() }
}
