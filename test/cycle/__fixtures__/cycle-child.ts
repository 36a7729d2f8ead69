/**
 * The background loop as a process, for a test that kills it: `node child.mjs ROOT HOME`. It ends by itself when
 * the story is over. KILL_AT names the step of the store at which it kills itself, CLOCK_AHEAD_MS
 * how far its clock is ahead, so that a restart finds the leases of the dead one expired.
 */
import { writeSync } from 'node:fs'
import path from 'node:path'
import { recordOutcome } from '../../../src/host/outcomes.js'
import { checkOutcome } from '../../../src/moments/cycle/cycle.js'
import type { Outcome } from '../../../src/schema/outcome.js'
import { openHost } from '../../../src/wiring/open-host.js'
import { startBackgroundLoop } from '../../../src/server/background-loop.js'
import type { Store } from '../../../src/store.js'
import { openStore, openWorkspace } from '../../../src/wiring/workspace.js'

const [root = '', home = ''] = process.argv.slice(2)
const killAt = Number(process.env['KILL_AT'] ?? Infinity)
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const now = () => new Date(Date.now() + aheadMs)
let step = 0

function reach(): void {
  step += 1
  if (step === killAt) process.kill(process.pid, 'SIGKILL')
}

const STEPS = ['add', 'change', 'remove', 'claimCache', 'bookCall', 'transact'] as const

/** Each write is two steps: about to be made, and made. */
function mortal(store: Store): Store {
  const wrapped = Object.create(store) as Record<string, unknown>
  for (const name of Reflect.ownKeys(Object.getPrototypeOf(store) as object) as (keyof Store)[]) {
    const method = store[name] as (...args: unknown[]) => Promise<unknown>
    wrapped[name] = async (...args: unknown[]) => {
      const counts = (STEPS as readonly string[]).includes(name)
      if (counts) reach()
      const result = await method.apply(store, args)
      if (counts) reach()
      return result
    }
  }
  return wrapped as unknown as Store
}

const completed = (n: number): Outcome => ({
  session_id: `done-${n}`,
  task_id: null,
  objective: 'Something that works',
  status: 'completed',
  result: 'x'.repeat(100),
  result_length: 100,
  error: null,
  duration_ms: 1,
  rounds: 1,
  tokens: 0,
  tools_used: [],
  skills_read: [],
  timestamp: now().toISOString(),
})

const env = process.env
const workspace = await openWorkspace({
  cwd: root,
  env,
  home,
  platform: process.platform,
  now: now(),
})
const store = mortal(await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10 }))
const controller = new AbortController()
const { signal } = controller
const host = openHost({ workspace, store, env, home, platform: process.platform, now, signal })
for (let n = 1; n <= 10; n += 1) {
  await recordOutcome(completed(n), host)
  await checkOutcome(`done-${n}`, host)
}
const loop = startBackgroundLoop({
  wake: async () => undefined,
  host,
  abort: () => controller.abort(),
  watchDir: path.join(workspace.stateDir),
  // The next second comes when a run has ended, not when it would come.
  log: (line) => {
    if (line.startsWith('broken:')) aheadMs += 1100
  },
})
while ((await store.get('task', 'broken'))?.status === 'active') {
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await loop.idle()
await loop.stop()
await store.close()
writeSync(1, `${step}\n`)
process.exit(0)
