/**
 * Many payloads at once: `npm run fuzz -- 200000 [seed]`, shared out over the agents and the resident
 * hook. Failures are printed as lines of cases.jsonl.
 */
import { fuzzAgent } from './fuzz-agent.js'
import { fuzzResident } from './fuzz-resident.js'
import { FUZZED_AGENTS } from './make-payload.js'

const [count = '20000', seed = String(Math.trunc(Math.random() * 2 ** 31))] = process.argv.slice(2)
const share = Math.ceil(Number(count) / (FUZZED_AGENTS.length + 1))
console.log(`seed ${seed}, ${share} for each`)
let failed = 0
for (const agent of FUZZED_AGENTS) {
  const { failures, ...report } = await fuzzAgent(agent, share, Number(seed))
  console.log(`${agent}: ${JSON.stringify(report)}, ${failures.length} failures`)
  for (const failure of failures) console.log(JSON.stringify(failure))
  failed += failures.length
}
const { failures, ...report } = await fuzzResident(share, Number(seed))
console.log(`resident hook: ${JSON.stringify(report)}, ${failures.length} failures`)
for (const failure of failures) console.log(failure)
process.exitCode = failed + failures.length === 0 ? 0 : 1
