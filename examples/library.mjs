import { evaluateRiskFloor, openReflector } from 'reflectory'

// What would this change need? Pure: no store, no repository.
console.log(evaluateRiskFloor({ filesChanged: ['src/auth/login.ts', 'README.md'] }))

// A program that drives an agent tells Reflectory what happened and does what it answers.
const reflector = await openReflector()
await reflector.reflect({ kind: 'session-started', sessionId: 'demo' })
await reflector.reflect({ kind: 'prompt-submitted', sessionId: 'demo', text: 'Add a login page' })
// … the agent works …
const action = await reflector.reflect({ kind: 'session-stopped', sessionId: 'demo' })
console.log(action)

const [run] = await reflector.store.list('run', { sessionId: 'demo' })
console.log(run.record.files_changed)
await reflector.close()
