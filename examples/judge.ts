import {
  evaluateRiskFloor,
  evaluateRun,
  judgeCase,
  judgeCompactionCase,
  judgeStallCase,
  toVerdictJson,
  watchRecording,
} from 'reflectory'
import { Config } from 'reflectory/contracts'

// Is it really done? The agent says so; the command that it ran says otherwise.
const stop = {
  task: 'Round prices up and run the tests',
  tools_used: 'edit: src/price.ts\nbash: npm test exit code 1',
  agent_response: 'Prices are rounded up now, and all tests pass.',
}
const verdict = toVerdictJson(judgeCase(stop, new Date().toISOString()))
console.log('stop:', verdict.complete, verdict.gates[0]?.gate)

// How well did a whole run do? From 0 to 5; give it a model to have the rules' word refined.
const run = { task: stop.task, trace: stop.tools_used, output: stop.agent_response }
const { score, verdict: word } = await evaluateRun(run)
console.log('run:', score, word)

// Is a quiet agent stuck?
const quiet = { time_since_activity: 600, last_assistant_response: 'Now I will run the tests.' }
console.log('stall:', judgeStallCase(quiet).reason)

// Does it go in circles? A recorded run, step by step.
const steps = Array.from({ length: 5 }, () => ({ action: 'npm test', observation: 'Error: 1' }))
const { fires, step } = watchRecording({ steps }, Config.parse({}).stall)
console.log('recording:', fires, 'at step', step)

// The context was compressed: what now?
const compacted = { task_summary: 'Open a pull request', tools_used: 'bash: git push' }
console.log('compaction:', judgeCompactionCase(compacted).action)

// What review does a change need at least?
const { surface, needs_review } = evaluateRiskFloor({ filesChanged: ['src/auth/login.ts'] })
console.log('risk:', surface, needs_review)
