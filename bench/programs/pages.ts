import { mkdtempSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { IntervalHistogram } from 'node:perf_hooks'
import os from 'node:os'
import path from 'node:path'
import { inspectWith } from '../../src/cli/serve/inspect.js'
import { openHost } from '../../src/open-host.js'
import { routes } from '../../src/schema/api/routes.js'
import { shareRepository } from '../../src/server/share-repository.js'
import { startServer } from '../../src/server/server.js'
import { openStore, openWorkspace } from '../../src/workspace.js'
import { seedProject } from '../../test/support/seed/seed-project.js'
import type { SeededProject } from '../../test/support/seed/seed-project.js'
import { multiplyRows } from '../multiply-rows.js'
import type { BenchBar, BenchProgram } from '../program.js'
import { median, plainEnvironment } from '../timing.js'

const TIMES = 30
const ROUNDS = 7
const MAX_GROWTH = 3
const MAX_HELD_MS = 50
/** Below this a request is as quick as HTTP itself, and its growth says nothing. */
const FLOOR_MS = 1

export const program: BenchProgram = {
  name: 'pages',
  summary: `every GET route over a store with ${TIMES} times the sessions of another`,
  async run({ args, print }) {
    const times = Number(args[0] ?? TIMES)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const now = new Date()
      const small = await seedProject({ folder: path.join(folder, 'small'), now })
      const large = await seedProject({ folder: path.join(folder, 'large-seed'), now })
      const events = multiplyRows(large.database, times)
      const few = await measure(small)
      const many = await measure(large)
      print(`${events} events against ${few.events}`)
      for (const { firstMs, firstHeldMs } of [few, many]) {
        print(`first request: ${Math.round(firstMs)} ms, loop held ${Math.round(firstHeldMs)} ms`)
      }
      const bars = [...many.routes].flatMap(([name, route]) => {
        const before = few.routes.get(name)!
        print(
          `${name.padEnd(44)} ${before.ms.toFixed(1).padStart(7)} ms ${route.ms.toFixed(1).padStart(8)} ms  loop held ${before.heldMs.toFixed(0).padStart(4)} ms ${route.heldMs.toFixed(0).padStart(4)} ms`,
        )
        return toBars(name, before, route)
      })
      bars.push({
        name: 'the first request: ms that it holds the loop',
        ratio: many.firstHeldMs,
        limit: MAX_HELD_MS,
        kind: 'at most',
      })
      return { bars, figures: { events, 'first request, ms': Math.round(many.firstMs) } }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const toBars = (name: string, before: Route, after: Route): BenchBar[] => [
  {
    name: `${name} beside itself over a thirtieth`,
    ratio: Math.max(after.ms, FLOOR_MS) / Math.max(before.ms, FLOOR_MS),
    limit: MAX_GROWTH,
    kind: 'at most',
  },
  {
    name: `${name}: ms that it holds the loop`,
    ratio: after.heldMs,
    limit: MAX_HELD_MS,
    kind: 'at most',
  },
]

interface Route {
  ms: number
  /** The longest that nothing else was answered meanwhile. */
  heldMs: number
}

interface Measured {
  events: number
  /** All is counted for the first time. */
  firstMs: number
  firstHeldMs: number
  routes: Map<string, Route>
}

async function measure(project: SeededProject): Promise<Measured> {
  const opened = await openProject(project)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  try {
    const started = performance.now()
    const overview = (await (await opened.ask('/overview')).json()) as {
      totals: { events: number }
    }
    const firstMs = performance.now() - started
    const firstHeldMs = delay.max / 1e6
    const measured = new Map<string, Route>()
    for (const name of Object.keys(routes)) {
      if (!name.startsWith('GET ') || name === 'GET /live') continue
      const place = await placeOf(name.slice(4), opened.ask)
      if (place !== null) measured.set(name, await measureRoute(place, opened, delay))
    }
    return { events: overview.totals.events, firstMs, firstHeldMs, routes: measured }
  } finally {
    delay.disable()
    await opened.close()
  }
}

type Ask = (place: string) => Promise<Response>

/** Each time with something new in the log, as on a page that is open while agents work. */
async function measureRoute(
  place: string,
  opened: Opened,
  delay: IntervalHistogram,
): Promise<Route> {
  const times: number[] = []
  const held: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await opened.tellSomething()
    delay.reset()
    const started = performance.now()
    const reply = await opened.ask(place)
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${place} answered ${reply.status}`)
    if (round > 0) times.push(performance.now() - started)
    held.push(delay.max / 1e6)
  }
  return { ms: median(times), heldMs: Math.max(...held) }
}

/** Of each list the first; null where there is none. */
async function placeOf(pattern: string, ask: Ask): Promise<string | null> {
  const [list = '', param] = pattern.split(/\/\{|\}/)
  if (param === undefined) return pattern
  const { items } = (await (await ask(list)).json()) as { items: Item[] }
  const [item] = items
  if (item === undefined) return null
  const id = String(item.id ?? item.task?.id ?? item.name)
  const place = pattern.replace(/\{\w+\}/, encodeURIComponent(id))
  if (!place.includes('{commit}')) return place
  const skill = (await (await ask(`/skills/${id}`)).json()) as { history: { commit: string }[] }
  return place.replace('{commit}', skill.history[0]?.commit ?? '')
}

interface Item {
  id?: string | number
  name?: string
  task?: { id: string }
}

type Opened = Awaited<ReturnType<typeof openProject>>

async function openProject({ root, home }: SeededProject) {
  const env = plainEnvironment({ HOME: home, XDG_STATE_HOME: undefined })
  const now = () => new Date()
  const platform = process.platform
  const workspace = await openWorkspace({ cwd: root, env, home, platform, now: now() })
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 0 })
  const controller = new AbortController()
  const host = openHost({ workspace, store, env, home, platform, now, signal: controller.signal })
  const context = {
    cwd: root,
    env,
    home,
    platform,
    now,
    json: false,
    colour: false,
    interactive: false,
    machine: { pid: process.pid, accountHome: home, processes: () => [] },
    print: () => undefined,
    note: () => undefined,
    confirm: async () => false,
  }
  const startedAt = now().toISOString()
  const server = await startServer({
    host,
    workspace,
    env,
    askRepository: shareRepository(() => now().getTime()),
    platform,
    abort: () => controller.abort(),
    serve: async () => false,
    inspect: () => inspectWith({ context, store, version: '0.0.0', startedAt }),
    address: { host: '127.0.0.1', port: 0 },
    pageDir: null,
    version: '0.0.0',
    log: console.error,
  })
  return {
    ask: (place: string) =>
      fetch(`${server.url}/api/v1${place}`, {
        headers: { authorization: `Bearer ${server.token}` },
      }),
    async tellSomething() {
      const [session] = await store.listSessions(1)
      const at = now().toISOString()
      const body = { kind: 'tool-finished', tool: 'Read', callId: null, failed: false }
      const sessionId = session?.sessionId ?? null
      await store.add([], [{ kind: 'agent.tool-finished', at, sessionId, key: null, body }])
    },
    async close() {
      controller.abort()
      await server.close()
      await store.close()
    },
  }
}
