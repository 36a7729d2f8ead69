import { homedir } from 'node:os'
import { hideHome } from '../safety/home-path.js'
import { redactJson } from '../safety/redact.js'
import type { Exposure } from '../schema/exposure.js'
import type { LessonRow } from '../schema/lesson.js'
import { JsonlFile } from './jsonl-file.js'
import { parseLine } from './jsonl-line.js'
import { checkedExposure, checkedLesson, LessonIndex } from './lesson-index.js'
import type { LessonStorage } from './lesson-storage.js'

/**
 * Lessons in an append-only file of JSON lines. A change is a new line, a deletion too; the last
 * line of an id counts. Torn and foreign lines are passed over, counted, and kept when the file is
 * rewritten. Forgetting and pruning rewrite it, so that what is deleted is gone from the disk.
 */
export function openJsonlStorage(path: string, home: string = homedir()): LessonStorage {
  const file = new JsonlFile(path)
  const toLines = lineWriter(home)
  let content = new Content()
  const refresh = async (): Promise<Content> => {
    await file.readNew(
      (line) => content.take(line),
      () => void (content = new Content()),
    )
    return content
  }
  const without = (isUnwanted: (row: LessonRow) => boolean): Promise<number> =>
    file.rewrite(async () => (await refresh()).without(isUnwanted, toLines))
  return {
    async put(rows) {
      await file.append(rows.map(checkedLesson).map(toLines.lesson))
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
      // Whoever pinned or met one again since is heeded: it is judged anew under the lock.
      return old.size === 0
        ? 0
        : without((row) => old.has(row.id) && row.lesson.createdAt < before && !row.pinned)
    },
    async putExposures(exposures) {
      await file.append(exposures.map(checkedExposure).map(toLines.exposure))
    },
    listExposures: async (query) => (await refresh()).index.listExposures(query),
    skipped: async () => (await refresh()).foreign.length + ((await file.isTorn()) ? 1 : 0),
    close: async () => undefined,
  }
}

class Content {
  readonly index = new LessonIndex()
  /** Lines that say nothing to us, as they are. */
  readonly foreign: string[] = []

  take(line: string): void {
    if (line.trim() === '') return
    const parsed = parseLine(line)
    if (parsed === null) this.foreign.push(line)
    else if (parsed.kind === 'lesson') this.index.put(parsed.row)
    else this.index.putExposure(parsed.row)
  }

  without(
    isUnwanted: (row: LessonRow) => boolean,
    toLines: LineWriter,
  ): { lines: string[]; result: number } {
    const rows = this.index.list({ limit: Infinity, order: 'oldest' })
    const kept = rows.filter((row) => !isUnwanted(row))
    const exposures = this.index.listExposures({ limit: Infinity }).toReversed()
    const lines = [...this.foreign, ...kept.map(toLines.lesson), ...exposures.map(toLines.exposure)]
    return { lines, result: rows.length - kept.length }
  }
}

type LineWriter = ReturnType<typeof lineWriter>

function lineWriter(home: string) {
  const hide = hideHome(home)
  const write = (value: object): string => redactJson(hide(JSON.stringify(value)))
  return {
    lesson: (row: LessonRow): string => write({ kind: 'lesson', row }),
    exposure: (row: Exposure): string => write({ kind: 'exposure', row }),
  }
}
