import { evaluateRiskFloor, watchRecording } from 'reflectory'
import { Config } from 'reflectory/contracts'

// Does it go in circles? A recorded run, step by step.
const steps = Array.from({ length: 5 }, () => ({ action: 'npm test', observation: 'Error: 1' }))
const { fires, step } = watchRecording({ steps }, Config.parse({}).stall)
console.log('recording:', fires, 'at step', step)

// What review does a change need at least?
const { surface, needs_review } = evaluateRiskFloor({ filesChanged: ['src/auth/login.ts'] })
console.log('risk:', surface, needs_review)
