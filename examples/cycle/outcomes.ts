import { openMemoryStore } from 'reflectory'
import { Config } from 'reflectory/contracts'
import type { Outcome } from 'reflectory/contracts'
import {
  addTask,
  checkOutcome,
  outcomesSince,
  pauseTask,
  readHostEvents,
  removeTask,
  reportOutcome,
  resumeTask,
  runCycle,
  taskFailureStreak,
} from 'reflectory/cycle'
import type {
  ChangeDeps,
  CycleDeps,
  CycleOptions,
  CycleReport,
  HostEvent,
  HostEventQuery,
  NewTask,
} from 'reflectory/cycle'

const store = await openMemoryStore()
const start = Date.UTC(2030, 0, 1)
let minutes = 0
const now = (): Date => new Date(start + minutes * 60_000)
const nextId = (): string => crypto.randomUUID()
const deps: CycleDeps = { store, now, nextId, config: Config.parse({}), mayAct: true }

// A task with a schedule is run by `reflect serve`; one without it by the program that reports its outcomes.
const nightly: NewTask = {
  id: 'nightly',
  content: 'Nightly checks',
  ai_prompt: 'Run the checks',
  schedule: null,
  runner: 'my-scheduler',
  timeout_ms: 60_000,
}
const task = await addTask(nightly, deps)

// A scheduler of your own reports how each run ended; the rules look at once.
for (minutes = 1; minutes <= 3; minutes += 1) {
  const outcome: Outcome = {
    session_id: `run-${minutes}`,
    task_id: task.id,
    objective: task.ai_prompt,
    status: 'failed',
    result: '',
    result_length: 0,
    error: 'exit 1',
    duration_ms: 1000,
    rounds: null,
    tokens: null,
    tools_used: [],
    skills_read: [],
    timestamp: now().toISOString(),
  }
  await reportOutcome(outcome, { store, now })
  const { opened } = await checkOutcome(outcome.session_id, deps)
  const streak = await taskFailureStreak(store, task.id)
  console.log(
    `streak ${streak}:`,
    opened.map(({ rule }) => rule),
  )
}
console.log((await store.get('task', task.id))?.status)
await resumeTask(task.id, deps)
await pauseTask(task.id, 'until Monday', deps)
await removeTask(task.id, deps)
console.log((await outcomesSince(store, new Date(start).toISOString())).length, 'outcomes')

// What happened around the task, from any cursor.
const query: HostEventQuery = { kinds: ['task.paused', 'reflection.finding'] }
const events: HostEvent[] = await readHostEvents(store, query)
console.log(events.map(({ kind }) => kind))

// Everything else that waits: the analysis by a model, if there is one, and changes of skills.
const cycleDeps: ChangeDeps = {
  ...deps,
  model: null,
  skills: { dir: 'skills', env: process.env },
  signal: AbortSignal.timeout(10_000),
}
const options: CycleOptions = { early: true }
const report: CycleReport = await runCycle(cycleDeps, options)
console.log(report.analysis.kind)

await store.close()
