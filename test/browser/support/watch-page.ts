import type { Page } from 'playwright-core'

/** What a page must never do: complain, break, or ask anybody but its own server. */
export interface Watched {
  faults: string[]
}

export function watchPage(page: Page): Watched {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      faults.push(`console: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isOwn = hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) faults.push(`request: ${request.url()}`)
  })
  return { faults }
}
