import { tmpdir } from 'node:os'
import path from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { openMemoryStore, openModel, openSqliteStore, ReflectError } from 'reflectory'
import type { Model, ReflectErrorCode, Store } from 'reflectory'
import { Config } from 'reflectory/contracts'

// A store in one file, or in memory for a test. Both are the same SQL.
const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-example-'))
const file: Store = await openSqliteStore(path.join(folder, 'reflectory.db'))
const memory: Store = await openMemoryStore()
const entry = {
  id: 'one',
  owner: 'ada',
  ts: '2030-01-01T00:00:00.000Z',
  text: 'the cart rounds up',
  tags: [],
  kind: 'note',
  provenance: null,
}
for (const store of [file, memory]) await store.add([{ kind: 'memory', record: entry }])
console.log((await memory.list('memory')).map(({ text }) => text))

// A model by its config. Without a backend the answer is a reason, not an exception.
const model: Model = openModel({
  config: Config.parse({}),
  store: memory,
  projectRoot: process.cwd(),
  env: process.env,
  now: () => new Date(),
  nextId: () => crypto.randomUUID(),
})
const reply = await model.text({ role: 'judge', prompt: 'Hi', sessionId: null, timeoutMs: 1000 })
console.log(reply.outcome, reply.outcome === 'ok' ? reply.value : reply.failure)

// What can't be done throws one class with a closed set of codes.
try {
  await openSqliteStore(folder)
} catch (error) {
  const code: ReflectErrorCode = error instanceof ReflectError ? error.code : 'internal'
  console.log(code)
}

await file.close()
await memory.close()
rmSync(folder, { recursive: true })
