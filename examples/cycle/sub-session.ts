import { openMemoryStore } from 'reflectory'
import type { Model } from 'reflectory'
import { spawn } from 'reflectory/cycle'
import type { SpawnDeps, SpawnInput } from 'reflectory/cycle'

const store = await openMemoryStore()

/** Any model will do; this one notes something down, and then answers. */
const steps = [
  { tool: 'append_memory', arguments: { text: 'the cart rounds up', tags: [] }, answer: null },
  { tool: null, arguments: null, answer: 'Noted.' },
]
const scripted = { outcome: 'ok', call: null }
const model = {
  text: async () => ({ ...scripted, value: '' }),
  object: async () => ({ ...scripted, value: steps.shift() }),
} as unknown as Model

const deps: SpawnDeps = {
  store,
  model,
  skills: { dir: 'skills', env: process.env },
  root: process.cwd(),
  now: () => new Date(),
  nextId: () => crypto.randomUUID(),
  signal: AbortSignal.timeout(10_000),
}
const input: SpawnInput = { objective: 'Note how the cart rounds', toolNames: ['append_memory'] }
const end = await spawn(input, deps)
if (end.kind === 'ended')
  console.log(end.outcome.status, end.outcome.result, end.outcome.tools_used)
console.log((await store.list('memory')).map(({ text }) => text))

await store.close()
