import { expect, it, onTestFinished, vi } from 'vitest'
import type { EventItem, LiveFrame } from '../../schema/api/log.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { openLiveFeed } from './live-feed.js'
import type { LiveFeed } from './live-feed.js'
import type { Viewer } from './viewer.js'

interface Watching extends Viewer {
  ready: boolean
  ended: boolean
  frames: (LiveFrame & { id: number })[]
  ids(): number[]
}

function watching(): Watching {
  const frames: Watching['frames'] = []
  const viewer: Watching = {
    ready: true,
    ended: false,
    frames,
    ids: () => frames.flatMap(({ events }) => events.map(({ id }: EventItem) => id)),
    isReady: () => viewer.ready,
    send(text) {
      const [, id, data] = /^id: (\d+)\ndata: (.*)\n\n$/.exec(text)!
      frames.push({ id: Number(id), ...(JSON.parse(data!) as LiveFrame) })
    },
    stay: () => undefined,
    end() {
      viewer.ended = true
    },
  }
  return viewer
}

async function open(): Promise<{ store: Store; feed: LiveFeed; logged: string[] }> {
  const store = await openMemoryStore()
  const logged: string[] = []
  const feed = openLiveFeed({ store, log: (line) => void logged.push(line) })
  onTestFinished(async () => {
    feed.close()
    await store.close()
  })
  return { store, feed, logged }
}

const add = (store: Store, count: number) =>
  store.add(
    [],
    Array.from({ length: count }, () => ({
      kind: 'agent.session-aborted',
      at: '2026-03-01T09:00:00.000Z',
      sessionId: 's',
      key: null,
      body: { kind: 'session-aborted' },
    })),
  )

const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

it('tells a new viewer what comes from now on', async () => {
  const { store, feed } = await open()
  await add(store, 3)
  const viewer = watching()
  await feed.join(viewer, null)
  await add(store, 2)
  await soon(() => expect(viewer.ids()).toEqual([4, 5]))
})

it('goes on behind the line that a viewer knows, without a gap and without a double', async () => {
  const { store, feed } = await open()
  await add(store, 1300)
  const viewer = watching()
  await feed.join(viewer, 100)
  await soon(() => expect(viewer.ids().at(-1)).toBe(1300))
  expect(viewer.ids()).toEqual(span(101, 1300))
  expect(viewer.frames.map(({ skipped }) => skipped)).toEqual(viewer.frames.map(() => 0))
})

it.each([
  { there: 3, skipped: 3 },
  { there: 0, skipped: 1 },
])(
  'tells a viewer that knows a line beyond the $there there are to look anew, and goes on',
  async ({ there, skipped }) => {
    const { store, feed } = await open()
    if (there > 0) await add(store, there)
    const viewer = watching()
    await feed.join(viewer, 900)
    expect(viewer.frames).toEqual([{ id: there, events: [], skipped }])
    await add(store, 2)
    await soon(() => expect(viewer.ids()).toEqual([there + 1, there + 2]))
  },
)

it('puts what came together into one frame', async () => {
  const { store, feed } = await open()
  const viewer = watching()
  await feed.join(viewer, null)
  for (let n = 0; n < 40; n += 1) await add(store, 1)
  await soon(() => expect(viewer.ids()).toEqual(span(1, 40)))
  expect(viewer.frames.length).toBeLessThan(10)
})

it('says how many lines it left out for a viewer that is far behind', async () => {
  const { store, feed } = await open()
  await add(store, 6000)
  const viewer = watching()
  await feed.join(viewer, 0)
  await soon(() => expect(viewer.frames).toHaveLength(1))
  expect(viewer.frames[0]).toMatchObject({ id: 6000, skipped: 5500 })
  expect(viewer.ids()).toEqual(span(5501, 6000))
})

it('waits for a viewer that does not read, and keeps the others going', async () => {
  const { store, feed } = await open()
  const [slow, quick] = [watching(), watching()]
  slow.ready = false
  await feed.join(slow, null)
  await feed.join(quick, null)
  await add(store, 3)
  await soon(() => expect(quick.ids()).toEqual([1, 2, 3]))
  expect(slow.frames).toEqual([])
  slow.ready = true
  await soon(() => expect(slow.ids()).toEqual([1, 2, 3]))
})

it('lets go of who left, ends the others when it closes, and takes no more than it can serve', async () => {
  const { feed } = await open()
  const many = Array.from({ length: 200 }, watching)
  for (const viewer of many) expect(await feed.join(viewer, null)).toBe(true)
  expect(await feed.join(watching(), null)).toBe(false)
  feed.leave(many[0]!)
  expect(feed.viewers()).toBe(199)
  feed.close()
  expect(many.map(({ ended }) => ended)).toEqual([false, ...Array<boolean>(199).fill(true)])
})

it('goes on after a failure of the store', async () => {
  const { store, feed, logged } = await open()
  const viewer = watching()
  await feed.join(viewer, null)
  const read = store.readEvents.bind(store)
  store.readEvents = () => Promise.reject(new Error('locked'))
  await soon(() => expect(logged).toContain('the live feed: locked'))
  store.readEvents = read
  await add(store, 1)
  await soon(() => expect(viewer.ids()).toEqual([1]))
})
