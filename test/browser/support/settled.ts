import type { Page } from 'playwright-core'

/** Opens an address and waits until the page shows what it has to show. */
export async function openSettled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1')
  // The page's policy forbids `eval`, so no function can be waited for: only selectors.
  await page.waitForSelector('text="Loading …"', { state: 'detached' })
  // Two frames: charts measure themselves before they draw.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`,
  )
}

/** Words of state in the rows of lists that have no room to be read. */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[data-row] [data-whole]')]
    .filter((word) => {
      const room = word.closest('[role=cell]').parentElement.getBoundingClientRect()
      const inner = word.firstElementChild ?? word
      return word.getBoundingClientRect().right > room.right + 1 || inner.scrollWidth > inner.clientWidth + 1
    })
    .map((word) => word.textContent)`)

/** How much wider the content is than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`)
