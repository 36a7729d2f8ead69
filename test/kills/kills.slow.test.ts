/**
 * Processes that are killed at random moments. `KILLS=1000 npm run test:slow -- test/kills` shares a
 * thousand out; without it there are few. What was acknowledged has to be there afterwards.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { buildChild, END, openStory, runChild, tellStory } from '../cycle/__fixtures__/story.js'
import type { Story } from '../cycle/__fixtures__/story.js'
import { openSandbox } from '../support/sandbox.js'
import { killHooks } from './kill-hooks.js'
import { killServers } from './kill-servers.js'
import { readKept } from './read-kept.js'

const KILLS = Number(process.env['KILLS'] ?? 80)
const SEED = Number(process.env['KILL_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))
const SHARE = { hooks: Math.ceil(KILLS / 2), servers: Math.ceil(KILLS / 4) }
const LOOPS = KILLS - SHARE.hooks - SHARE.servers
/** Each takes a second where the machine is busy with other things. */
const TIMEOUT = { timeout: 120_000 + KILLS * 5000 }

let child: string
beforeAll(async () => {
  child = await buildChild()
})
afterAll(() => rmSync(child, { force: true }))

it(
  `${SHARE.hooks} killed hooks lose nothing that they answered (seed ${SEED})`,
  TIMEOUT,
  async () => {
    const sandbox = openSandbox()
    const { acknowledged, kills } = await killHooks(sandbox, SHARE.hooks, seededRandom(SEED))
    const { keys, changed } = await readKept(sandbox)
    console.log(`hooks, seed ${SEED}: ${kills} killed, ${acknowledged.length} answered first`)
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
    expect({ kills, changed }).toEqual({ kills: SHARE.hooks, changed: 0 })
  },
)

it(
  `${SHARE.servers} killed servers lose nothing that they accepted (seed ${SEED})`,
  TIMEOUT,
  async () => {
    const sandbox = openSandbox()
    const { acknowledged, kills } = await killServers(sandbox, SHARE.servers, seededRandom(SEED))
    const { keys, changed } = await readKept(sandbox)
    console.log(`servers, seed ${SEED}: ${kills} killed, ${acknowledged.length} accepted first`)
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
    expect({ kills, changed }).toEqual({ kills: SHARE.servers, changed: 0 })
  },
)

it(
  `${LOOPS} killed schedulers lose nothing and do nothing twice (seed ${SEED})`,
  TIMEOUT,
  async () => {
    const random = seededRandom(SEED)
    let [kills, stories] = [0, 0]
    while (kills < LOOPS) {
      const story = await openStory('auto')
      try {
        const { killed, last } = await killLoops(story, Math.min(3, LOOPS - kills), random)
        kills += killed
        expect({ code: last.code, said: last.code === 0 ? '' : last.said }).toEqual({
          code: 0,
          said: '',
        })
        expect(await tellStory(story)).toEqual(END)
        stories += 1
      } finally {
        story.close()
      }
    }
    console.log(`schedulers, seed ${SEED}: ${kills} killed in ${stories} stories`)
  },
)

/** Kills a story's loop at random steps, so many times at most, and then lets one come to its end. */
async function killLoops(story: Story, most: number, random: () => number) {
  for (let killed = 0; ; killed += 1) {
    const last = await runChild(child, story, {
      // Each finds the leases of the dead ones expired.
      CLOCK_AHEAD_MS: String(killed * 40_000),
      ...(killed < most ? { KILL_AT: String(1 + Math.trunc(random() * 80)) } : {}),
    })
    if (last.signal !== 'SIGKILL') return { killed, last }
  }
}
