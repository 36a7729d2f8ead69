import { redactValue } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'
import { Exposure } from '../schema/exposure.js'
import { LessonRow } from '../schema/lesson.js'
import { byNewest, isSeenIn, isShareable, isShowable, newestAttempts } from './lesson-storage.js'
import type { ExposureQuery, LessonListQuery, LessonSearch } from './lesson-storage.js'
import { lessonText } from './relevance.js'
import { termWeight, tokenize } from './terms.js'

/** Lessons and exposures in memory, with an inverted index over their words, files and places. */
export class LessonIndex {
  #rows = new Map<string, LessonRow>()
  #exposures = new Map<string, Exposure>()
  #byWord = new Map<string, Set<string>>()
  #byPlace = new Map<string, Set<string>>()

  put(row: LessonRow): void {
    this.remove(row.id)
    this.#rows.set(row.id, row)
    for (const word of wordsOf(row)) addTo(this.#byWord, word, row.id)
    for (const place of placesOf(row)) addTo(this.#byPlace, place, row.id)
  }

  remove(id: string): boolean {
    const row = this.#rows.get(id)
    if (row === undefined) return false
    this.#rows.delete(id)
    for (const word of wordsOf(row)) dropFrom(this.#byWord, word, id)
    for (const place of placesOf(row)) dropFrom(this.#byPlace, place, id)
    return true
  }

  get(id: string): LessonRow | null {
    return this.#rows.get(id) ?? null
  }

  findFingerprint(fingerprint: string): LessonRow | null {
    const rows = this.#at(fingerprint).filter(
      (row) => row.fingerprint === fingerprint && row.state !== 'superseded',
    )
    return rows.sort(byNewest)[0] ?? null
  }

  recent(subtaskId: string, limit: number): LessonRow[] {
    return newestAttempts(this.#at(subtaskId), subtaskId, limit)
  }

  list({ state, before, limit = 200, order = 'newest' }: LessonListQuery = {}): LessonRow[] {
    const rows = [...this.#rows.values()]
      .filter((row) => state === undefined || row.state === state)
      .filter((row) => before === undefined || row.lesson.createdAt < before)
      .sort(byNewest)
    return (order === 'newest' ? rows : rows.toReversed()).slice(0, limit)
  }

  search({ words = [], files = [], place, shareable, limit }: LessonSearch): LessonRow[] {
    const scores = new Map<string, number>()
    const add = (id: string, score: number) => scores.set(id, (scores.get(id) ?? 0) + score)
    for (const word of new Set(words.flatMap(tokenize))) {
      for (const id of this.#byWord.get(word) ?? []) add(id, this.#rarity(word) * termWeight(word))
    }
    for (const file of files) for (const id of this.#naming(file)) add(id, 5)
    for (const row of place === undefined ? [] : this.#at(place)) add(row.id, 1)
    return [...scores]
      .map(([id, score]) => ({ row: this.#rows.get(id)!, score }))
      .filter(({ row }) => isShowable(row) && (!shareable || isShareable(row)))
      .sort((a, b) => b.score - a.score || byNewest(a.row, b.row))
      .slice(0, limit)
      .map(({ row }) => row)
  }

  putExposure(exposure: Exposure): void {
    this.#exposures.set(exposure.id, exposure)
  }

  listExposures(query: ExposureQuery = {}): Exposure[] {
    const { lessonId, sessionId, outcome, before, limit = 200 } = query
    return [...this.#exposures.values()]
      .filter((it) => lessonId === undefined || it.lessonId === lessonId)
      .filter((it) => sessionId === undefined || it.sessionId === sessionId)
      .filter((it) => outcome === undefined || it.outcome === outcome)
      .filter((it) => before === undefined || it.openedAt < before)
      .sort((a, b) => (`${a.openedAt} ${a.id}` < `${b.openedAt} ${b.id}` ? 1 : -1))
      .slice(0, limit)
  }

  #at(place: string): LessonRow[] {
    const rows = [...(this.#byPlace.get(place) ?? [])].map((id) => this.#rows.get(id)!)
    return rows.filter((row) => row.fingerprint === place || isSeenIn(row, place))
  }

  #rarity(word: string): number {
    return Math.log(1 + this.#rows.size / (this.#byWord.get(word)?.size ?? 1))
  }

  /** Rows whose files hold the path, or end with it. */
  *#naming(file: string): Iterable<string> {
    const wanted = tokenize(file).join(' ')
    const name = tokenize(file).at(-2) ?? tokenize(file).at(-1)
    if (name === undefined) return
    for (const id of this.#byWord.get(`file:${name}`) ?? []) {
      const files = this.#rows.get(id)!.files
      if (files.some((known) => ` ${tokenize(known).join(' ')} `.includes(` ${wanted} `))) yield id
    }
  }
}

const wordsOf = (row: LessonRow): Set<string> =>
  new Set([
    ...tokenize(lessonText(row)),
    ...row.files.flatMap(tokenize).map((token) => `file:${token}`),
  ])

const placesOf = (row: LessonRow): Set<string> =>
  new Set([
    row.fingerprint,
    ...row.seenIn.flatMap((sighting) => [sighting.taskId, sighting.subtaskId]),
  ])

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}

function dropFrom(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  ids?.delete(id)
  if (ids?.size === 0) index.delete(key)
}

/** The row as it may be kept: it fits its contract and holds no secret. */
export const checkedLesson = (row: LessonRow): LessonRow => checked(LessonRow, row, 'lesson')
export const checkedExposure = (exposure: Exposure): Exposure =>
  checked(Exposure, exposure, 'exposure')

function checked<T>(
  schema: {
    safeParse(value: unknown): { success: boolean; data?: T | undefined; error?: unknown }
  },
  value: T,
  what: string,
): T {
  const parsed = schema.safeParse(redactValue(value))
  if (parsed.success) return parsed.data as T
  throw new ReflectError('record-invalid', `A ${what} does not match its contract`, {
    cause: parsed.error,
    remedy: 'Nothing was written. The cause names every field.',
  })
}
