import { tmpdir } from 'node:os'
import path from 'node:path'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { openMemoryStore } from 'reflectory'
import type { FailureContext } from 'reflectory/contracts'
import {
  createLessons,
  formatForPrompt,
  openJsonlStorage,
  openStoreStorage,
} from 'reflectory/lessons'
import type { ExposeRequest, Lessons, LessonsOptions, LessonStorage } from 'reflectory/lessons'

const failure: FailureContext = {
  id: 'failure-1',
  sessionId: 's',
  taskId: 'shop',
  subtaskId: 'shop/build',
  subtaskDescription: 'Build the shop',
  attemptNumber: 1,
  failureType: 'typecheck_failure',
  errorOutput: "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  filesModified: ['src/cart.ts'],
  previousReflections: [],
  createdAt: '2030-01-01T00:00:00.000Z',
}

// A file of plain JSON lines that other programs can read, or the project's store: both alike.
const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-example-'))
const file = path.join(folder, 'lessons.jsonl')
const store = await openMemoryStore()
const storages: LessonStorage[] = [openJsonlStorage(file), openStoreStorage(store)]
for (const storage of storages) {
  const options: LessonsOptions = { storage, holdout: 0 }
  const lessons: Lessons = createLessons(options)
  const row = await lessons.learn(failure)

  // Each showing is counted, and closed with how the attempt ended.
  const request: ExposeRequest = { lessons: [row], sessionId: 's', taskId: 'shop', attemptKey: '2' }
  const { shown, exposures } = await lessons.expose(request)
  await lessons.close(exposures, 'success')
  console.log(shown.length, 'shown;', (await storage.listExposures())[0]?.outcome)
}

const line = readFileSync(file, 'utf8').split('\n')[0]!
const { category, analysis } = JSON.parse(line) as { category: string; analysis: string }
console.log(category, '|', analysis)

// The section for the next attempt's prompt.
const recent = await createLessons({ storage: storages[0]! }).getRecent('shop/build')
console.log(formatForPrompt(recent).split('\n')[0])

await store.close()
rmSync(folder, { recursive: true })
