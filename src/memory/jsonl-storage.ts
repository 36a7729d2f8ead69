import { homedir } from 'node:os'
import path from 'node:path'
import { hideHome } from '../safety/home-path.js'
import type { HideHome } from '../safety/home-path.js'
import type { LessonRow } from '../schema/lesson.js'
import { JsonlFile } from './jsonl-file.js'
import { exposureLine, lessonLine, parseLine } from './jsonl-line.js'
import { checkedExposure, checkedLesson, LessonIndex } from './lesson-index.js'
import type { LessonStorage } from './lesson-storage.js'

/**
 * Lessons in an append-only file of JSON lines, one plain lesson each; their exposures lie in a file
 * beside it, so that other programs find nothing but lessons. A change is a new line, and the last
 * line of an id counts. Torn and foreign lines are passed over, counted, and kept when the file is
 * rewritten. Forgetting and pruning rewrite both, so that what is deleted is gone from the disk and
 * each exposure is one line again.
 */
export function openJsonlStorage(file: string, home: string = homedir()): LessonStorage {
  const lessons = new JsonlFile(file)
  const exposures = new JsonlFile(besideOf(file))
  const hide = hideHome(home)
  let content = new Content()
  const refresh = async (): Promise<Content> => {
    await lessons.readNew(
      (line) => content.takeLesson(line),
      () => {
        content = new Content()
        exposures.rewind()
      },
    )
    // After the lessons: an older file has exposures among them, and the newer line counts.
    await exposures.readNew(
      (line) => content.takeExposure(line),
      () => undefined,
    )
    return content
  }
  const without = (isUnwanted: IsUnwanted): Promise<number> =>
    lessons.rewrite(async () => {
      const now = await refresh()
      // Always under the lessons' lock, so that no two rewriters wait for each other.
      if (now.hasExposures) {
        await exposures.rewrite(async () => ({
          lines: (await refresh()).exposuresWithout(isUnwanted, hide),
          result: undefined,
        }))
      }
      return now.without(isUnwanted, hide)
    })
  return {
    async put(rows) {
      await lessons.append(rows.map(checkedLesson).map((row) => lessonLine(row, hide)))
    },
    get: async (id) => (await refresh()).index.get(id),
    findFingerprint: async (fingerprint) => (await refresh()).index.findFingerprint(fingerprint),
    recent: async (subtaskId, limit) => (await refresh()).index.recent(subtaskId, limit),
    list: async (query) => (await refresh()).index.list(query),
    search: async (query) => (await refresh()).index.search(query),
    async remove(id) {
      if ((await refresh()).index.get(id) === null) return false
      return (await without((row) => row.id === id)) > 0
    },
    async prune(before, _at, limit = Infinity) {
      const rows = (await refresh()).index.list({ before, limit: Infinity, order: 'oldest' })
      const old = new Set(
        rows
          .filter((row) => !row.pinned)
          .slice(0, limit)
          .map(({ id }) => id),
      )
      // One may have been pinned or met again since: it is judged again under the lock.
      return old.size === 0
        ? 0
        : without((row) => old.has(row.id) && row.lesson.createdAt < before && !row.pinned)
    },
    async putExposures(rows) {
      await exposures.append(rows.map(checkedExposure).map((row) => exposureLine(row, hide)))
    },
    listExposures: async (query) => (await refresh()).index.listExposures(query),
    async skipped() {
      const { foreign } = await refresh()
      const torn = await Promise.all([lessons.isTorn(), exposures.isTorn()])
      return foreign + torn.filter(Boolean).length
    },
    close: async () => undefined,
  }
}

/** `reflections.jsonl` has its exposures in `reflections.exposures.jsonl`. */
function besideOf(file: string): string {
  const { dir, name, ext } = path.parse(file)
  return path.join(dir, `${name}.exposures${ext}`)
}

class Content {
  readonly index = new LessonIndex()
  /** Lines that say nothing to us, as they are, by the file they stand in. */
  readonly #foreign = { lessons: [] as string[], exposures: [] as string[] }

  get foreign(): number {
    return this.#foreign.lessons.length + this.#foreign.exposures.length
  }

  get hasExposures(): boolean {
    return this.#foreign.exposures.length > 0 || this.index.listExposures({ limit: 1 }).length > 0
  }

  takeLesson(line: string): void {
    this.#take(line, this.#foreign.lessons)
  }

  takeExposure(line: string): void {
    this.#take(line, this.#foreign.exposures)
  }

  without(isUnwanted: IsUnwanted, hide: HideHome): { lines: string[]; result: number } {
    const rows = this.index.list({ limit: Infinity, order: 'oldest' })
    const kept = rows.filter((row) => !isUnwanted(row))
    const lines = [...this.#foreign.lessons, ...kept.map((row) => lessonLine(row, hide))]
    return { lines, result: rows.length - kept.length }
  }

  /** The exposures of the lessons that stay, oldest first, wherever an older file has them. */
  exposuresWithout(isUnwanted: IsUnwanted, hide: HideHome): string[] {
    const kept = this.index.listExposures({ limit: Infinity }).filter(({ lessonId }) => {
      const lesson = this.index.get(lessonId)
      return lesson !== null && !isUnwanted(lesson)
    })
    return [...this.#foreign.exposures, ...kept.toReversed().map((row) => exposureLine(row, hide))]
  }

  #take(line: string, foreign: string[]): void {
    if (line.trim() === '') return
    const parsed = parseLine(line)
    if (parsed?.kind === 'lesson') this.index.put(parsed.row)
    else if (parsed?.kind === 'exposure') this.index.putExposure(parsed.row)
    else foreign.push(line)
  }
}

type IsUnwanted = (row: LessonRow) => boolean
