import { expect, it } from 'vitest'
import { migrate } from './migrate.js'
import { migrations } from './migrations.js'
import { openSqliteDriver } from './sqlite-driver.js'
import { SqlStore } from './sql-store.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import type { RecordOf } from '../../schema/records.js'

const PROMPT = 'Read the error log and sum it up'

const task = (id: string, ai_prompt: string) => ({
  kind: 'task' as const,
  record: { ...(sampleWrite('task', { id }).record as RecordOf<'task'>), ai_prompt },
})
const outcome = (id: string, objective: string, task_id: string | null = null) => ({
  kind: 'outcome' as const,
  record: {
    ...(sampleWrite('outcome', { id }).record as RecordOf<'outcome'>),
    objective,
    task_id,
  },
})

it('links outcomes without a task to the one task with their objective, once', async () => {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await migrate(driver, 'memory')
  const store = new SqlStore(driver)
  await store.add([
    task('logs', PROMPT),
    task('short', 'run'),
    task('twin-1', 'Two tasks say the very same thing'),
    task('twin-2', 'Two tasks say the very same thing'),
    outcome('linked', PROMPT),
    outcome('named', PROMPT, 'other'),
    outcome('too-short', 'run'),
    outcome('ambiguous', 'Two tasks say the very same thing'),
    outcome('unknown', 'An objective that no task has had so far'),
  ])
  const link = migrations.find(({ name }) => name === 'linkOutcomesToTasks')!
  for (const statement of link(driver.dialect)) {
    await driver.transaction((connection) => connection.run(statement))
  }
  const linked = (await store.list('outcome')).map(({ session_id, task_id }) => [
    session_id,
    task_id,
  ])
  expect(Object.fromEntries(linked)).toEqual({
    linked: 'logs',
    named: 'other',
    'too-short': null,
    ambiguous: null,
    unknown: null,
  })
  const found = await store.list('outcome', { subject: 'logs' })
  expect(found.map(({ session_id }) => session_id)).toEqual(['linked'])
  await store.close()
})
