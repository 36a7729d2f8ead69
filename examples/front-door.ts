import { openReflector, ReflectError } from 'reflectory'
import type { Action, Reflector, ReflectorEvent, ReflectorOptions } from 'reflectory'

// Everything may be left out: the project is the current folder, its store the user's own.
const options: ReflectorOptions = { mode: 'solo' }
const reflector: Reflector = await openReflector(options)

// What happened, in order. Only what Reflectory can't fill in is needed.
const events: ReflectorEvent[] = [
  { kind: 'session-started', sessionId: 'demo' },
  { kind: 'prompt-submitted', sessionId: 'demo', text: 'Fix the cart and run the tests' },
  { kind: 'session-stopped', sessionId: 'demo', lastMessage: 'I fixed the cart.' },
]
for (const event of events) console.log(event.kind, '→', describe(await reflector.reflect(event)))

// At most one action comes back; a program does what it says.
function describe(action: Action): string {
  if (action.kind === 'none') return `nothing to do (${action.reason})`
  return `${action.kind}: ${action.text.split('\n')[0]}`
}

// A program without types gets the nearest name, and nothing is recorded.
try {
  const misspelt = { kind: 'session-stopped', sessionId: 'demo', lastMesage: 'x' } as const
  await reflector.reflect(misspelt)
} catch (error) {
  if (error instanceof ReflectError) console.log(error.code, '→', error.message)
}

await reflector.close()
