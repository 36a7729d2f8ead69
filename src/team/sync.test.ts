import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { nothingTracked } from '../read/repository/tracked-files.js'
import { openStoreStorage } from '../memory/store-storage.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import type { TeamLogin } from './login-file.js'
import { readLastSent, syncTeam } from './sync.js'

interface Row {
  id: string
  kind: string
}

type Answer = (unknown: readonly string[]) => object

const namesThem: Answer = (unknown) => ({ refused: [], unknown })
/** A kind it knows, with a word in it that it does not, such as an outcome that is `waiting`. */
const refusesThem: Answer = (unknown) => ({
  refused: unknown.map((id) => ({ id, reason: 'it does not match its contract' })),
})

/** A server that knows no such outcomes of sessions yet, until it is a newer one. */
async function openOldServer(answer = namesThem) {
  const seen: string[][] = []
  const server = { isNew: false, seen, url: '' }
  const http = createServer(async (request, response) => {
    const { rows } = JSON.parse(await text(request)) as { rows: Row[] }
    seen.push(rows.map(({ kind }) => kind))
    const unknown = rows.filter(({ kind }) => kind === 'session_outcome' && !server.isNew)
    const receipt = { accepted: rows.length - unknown.length, known: 0 }
    response.end(JSON.stringify({ ...receipt, ...answer(unknown.map(({ id }) => id)) }))
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return server
}

const loginTo = (url: string): TeamLogin => ({
  url,
  token: `rt_${'a'.repeat(43)}`,
  project: 'shop',
  person: 'ada',
  role: 'ingest',
  expiresAt: '2099-01-01T00:00:00.000Z',
})

const syncAt = (store: Store, url: string, hour: number) =>
  syncTeam({
    store,
    storage: openStoreStorage(store),
    tracked: nothingTracked,
    login: loginTo(url),
    share: 'records',
    agents: [],
    checks: [],
    now: () => new Date(Date.parse('2030-01-01T00:00:00.000Z') + hour * 3_600_000),
    signal: AbortSignal.timeout(10_000),
  })

it('says when rows were last sent to this team', async () => {
  const server = await openOldServer()
  const store = await openMemoryStore()
  const login = loginTo(server.url)
  expect(await readLastSent(store, login)).toBeNull()
  await store.add([sampleWrite('episode', { id: 'e', state: 'resolved' })])
  await syncAt(store, server.url, 1)
  await syncAt(store, server.url, 2)
  expect(await readLastSent(store, login)).toBe('2030-01-01T01:00:00.000Z')
  expect(await readLastSent(store, { ...login, project: 'another' })).toBeNull()
})

it('says why rows were refused, each reason once', async () => {
  const server = await openOldServer((ids) => ({
    refused: ids.map((id) => ({ id, reason: 'the project takes no messages' })),
  }))
  const store = await openMemoryStore()
  const outcomes = ['a', 'b'].map((id) => sampleWrite('session_outcome', { id }))
  await store.add(outcomes)
  const reasons = ['the project takes no messages']
  expect(await syncAt(store, server.url, 0)).toMatchObject({ sent: 0, refused: 2, reasons })
  await store.close()
})

const olderServers: [does: string, answer: Answer][] = [
  ['does not know', namesThem],
  ['refuses by its contract', refusesThem],
]
it.each(olderServers)(
  'keeps what an older server %s, and offers it an hour later',
  async (_, answer) => {
    const server = await openOldServer(answer)
    const store = await openMemoryStore()
    await store.add([
      sampleWrite('session_outcome'),
      sampleWrite('episode', { id: 'e', state: 'resolved' }),
    ])
    const sync = (hour: number) => syncAt(store, server.url, hour)
    expect(await sync(0)).toMatchObject({ sent: 1, refused: 0 })
    expect(await sync(0.5)).toMatchObject({ sent: 0, refused: 0 })
    server.isNew = true
    expect(await sync(1)).toMatchObject({ sent: 1, refused: 0 })
    expect(server.seen).toEqual([expect.arrayContaining(['episode']), ['session_outcome']])
    expect(await store.count('outbox', { state: 'waiting' })).toBe(0)
    await store.close()
  },
)

it('reads what waits once, however many batches it makes', async () => {
  const server = await openOldServer()
  const store = await openMemoryStore()
  const ids = Array.from({ length: 120 }, (_, n) => `e${n}`)
  await store.add(ids.map((id) => sampleWrite('episode', { id, state: 'resolved' })))
  const page = vi.spyOn(store, 'page')
  expect(await syncAt(store, server.url, 0)).toMatchObject({ sent: 120 })
  expect(page).toHaveBeenCalledTimes(1)
  expect(server.seen.map(({ length }) => length)).toEqual([50, 50, 20])
  await store.close()
})
