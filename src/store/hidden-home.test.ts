import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSpoolStore } from './spool-store.js'
import { openSqliteStore } from './sqlite.js'

const HOME = '/home/u'
const EVENT = {
  at: '2030-01-01T00:00:00.000Z',
  kind: 'x',
  sessionId: '/home/u/shop',
  key: 'in /home/u/shop',
  body: { cwd: '/home/u/shop', said: 'see /home/u2' },
}

function makeDir(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-home-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

it('stores no home, and finds again what was stored under a path of it', async () => {
  const file = path.join(makeDir(), 'store.db')
  const store = await openSqliteStore(file, { home: HOME })
  await store.add([], [EVENT])
  const [stored] = await store.readEvents({ sessionId: EVENT.sessionId })
  expect(stored).toMatchObject({
    sessionId: '~/shop',
    key: 'in ~/shop',
    body: { cwd: '~/shop', said: 'see /home/u2' },
  })
  const input = { sessionId: EVENT.sessionId, key: EVENT.key }
  const seen = await store.transact(input, (_state, { seen }) => ({
    state: null,
    events: [],
    writes: [],
    result: seen,
  }))
  expect(seen).toBe(true)
  await store.close()
})

it('spools no home', async () => {
  const dir = makeDir()
  const store = openSpoolStore(dir, () => 'id', undefined, HOME)
  await store.add([], [EVENT])
  const [name] = readdirSync(dir)
  const text = readFileSync(path.join(dir, name!), 'utf8')
  expect(text).toContain('~/shop')
  expect(text).not.toContain(`${HOME}/`)
})
