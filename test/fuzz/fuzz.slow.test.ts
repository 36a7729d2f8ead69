import { expect, it } from 'vitest'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { openSandbox } from '../support/sandbox.js'
import { fuzzAgent } from './fuzz-agent.js'
import { fuzzResident } from './fuzz-resident.js'
import { FUZZED_AGENTS, makePayload } from './make-payload.js'

const PAYLOADS = 2000
/** As processes, which take a hundred times as long. */
const PROCESSES = 20
/** Another one for each run; `FUZZ_SEED=<seed>` plays one again. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))

it.each(FUZZED_AGENTS)(`no payload of %s breaks a hook (seed ${SEED})`, async (agent) => {
  const { failures, ...report } = await fuzzAgent(agent, PAYLOADS, SEED)
  console.log(`${agent}, seed ${SEED}: ${JSON.stringify(report)}`)
  // What fails is kept: its line goes into cases.jsonl, where it is played with every test.
  expect(failures.map((failure) => JSON.stringify(failure))).toEqual([])
})

it.each(FUZZED_AGENTS)(
  `no payload of %s ends a hook with another code (seed ${SEED})`,
  async (agent) => {
    const sandbox = openSandbox()
    const random = seededRandom(SEED)
    for (let n = 0; n < PROCESSES; n += 1) {
      const { eventName, text } = makePayload(random, agent)
      const args = eventName === null || eventName.includes('\0') ? [agent] : [agent, eventName]
      const { code, stderr } = await sandbox.hook(args, text, { REFLECTION_MODE: 'solo' })
      expect({ text, code, stderr }).toEqual({ text, code: 0, stderr: '' })
    }
  },
)

it(`every event gets one answer of the resident hook, whatever its client says (seed ${SEED})`, async () => {
  const { failures, ...report } = await fuzzResident(PAYLOADS, SEED)
  console.log(`resident hook, seed ${SEED}: ${JSON.stringify(report)}`)
  expect(failures).toEqual([])
})
