import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Store } from '../../../src/store.js'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import { openSandboxFor } from '../../support/sandbox.js'
import { seedProject } from '../../support/seed/seed-project.js'
import { serve } from './serve.js'
import type { Served } from './serve.js'
import { watchPage } from './watch-page.js'

/** A project that is served, for several tests. */
export interface Shelf {
  served: Served
  /** Asks the store itself, past the server. */
  inStore<T>(ask: (store: Store) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openEmpty(): Promise<Shelf> {
  const sandbox = openSandboxFor()
  const served = await serve(sandbox)
  const database = path.join(sandbox.stateDir(), 'reflectory.db')
  return toShelf(served, { database, folder: sandbox.base })
}

/** With no session that the real hook saw, unless it says so: they take most of the time. */
export async function openSeeded({ played = 0 } = {}): Promise<Shelf> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflect-seeded-')))
  const { root, home, database } = await seedProject({ folder, now: new Date(), played })
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  return toShelf(await serve({ root, env }), { database, folder })
}

const toShelf = (
  served: Served,
  { database, folder }: Record<'database' | 'folder', string>,
): Shelf => ({
  served,
  async inStore(ask) {
    const store = await openSqliteStore(database, { busyTimeoutMs: 5000 })
    try {
      return await ask(store)
    } finally {
      await store.close()
    }
  },
  async close() {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  },
})

export interface View {
  width: number
  scheme: 'light' | 'dark'
}

/** A page that is already let in, as after its link. */
export async function openView(
  browser: Browser,
  { url, post }: Served,
  { width, scheme }: View,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: width > 1000 ? 900 : 812 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // The browser itself logs in: a person's session is its own, and no other program's.
  const { code } = (await post('/links', {})) as { code: string }
  await page.goto(url)
  const token = await page.evaluate<string>(
    `fetch('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: '${code}' }),
    }).then((answer) => answer.json()).then((found) => found.token)`,
  )
  await context.addInitScript(`sessionStorage.setItem('reflectory.token', '${token}')`)
  return { context, page, ...watchPage(page) }
}
