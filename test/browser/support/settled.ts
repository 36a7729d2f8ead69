import type { Page } from 'playwright-core'

/** Opens an address and waits until the page shows what it has to show. */
export async function openSettled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1')
  await page.waitForFunction(`!document.body.textContent.includes('Loading …')`)
  // Two frames: charts measure themselves before they draw.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`,
  )
}

/** How much wider the content is than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
