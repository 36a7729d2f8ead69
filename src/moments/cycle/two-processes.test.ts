import path from 'node:path'
import { expect, it } from 'vitest'
import { recordOutcome } from '../../host/outcomes.js'
import { addTask } from '../../host/tasks.js'
import { readHostEvents } from '../../host/host-events.js'
import { openSqliteStore } from '../../store/sqlite.js'
import { outcome } from './__fixtures__/history.js'
import { openCycle } from './__fixtures__/open-cycle.js'
import { checkOutcome } from './cycle.js'
import { runCycle } from './run-cycle.js'

it('makes of one failure one finding, one pause and one analysis, on two connections at once', async () => {
  const first = await openCycle({ answers: ['One.', 'Two.', 'Three.'] })
  const file = path.join(first.base, 'store.db')
  const stores = [await openSqliteStore(file), await openSqliteStore(file)] as const
  const [one, two] = stores.map((store, n) => ({ ...first, store, nextId: () => `process-${n}` }))
  const task = { id: 'nightly', ai_prompt: 'x', schedule: null, runner: 'r', timeout_ms: 1 }
  await addTask(task, one!)
  for (const id of ['a', 'b', 'c', 'd']) {
    const row = outcome({ session_id: id, status: 'failed', timestamp: one!.now().toISOString() })
    await recordOutcome(row, one!)
  }
  await Promise.all(
    ['a', 'b', 'c', 'd'].flatMap((id) => [checkOutcome(id, one!), checkOutcome(id, two!)]),
  )
  await Promise.all([runCycle(one!), runCycle(two!), runCycle(one!), runCycle(two!)])
  const events = (await readHostEvents(one!.store)).map(({ kind }) => kind)
  const count = (kind: string) => events.filter((one) => one === kind).length
  expect({
    findings: (await two!.store.list('finding')).length,
    found: count('reflection.finding'),
    paused: count('task.paused'),
    analysed: count('reflection.analysis_completed'),
    asked: first.prompts.length,
    due: await one!.store.list('due'),
  }).toEqual({ findings: 1, found: 1, paused: 1, analysed: 1, asked: 1, due: [] })
  for (const store of stores) await store.close()
})
