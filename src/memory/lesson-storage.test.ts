import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../store/memory.js'
import { exposure, instant, lessonRow } from './__fixtures__/lesson-row.js'
import { openJsonlStorage } from './jsonl-storage.js'
import type { LessonStorage } from './lesson-storage.js'
import { openMemoryStorage } from './memory-storage.js'
import { openStoreStorage } from './store-storage.js'

interface Opened {
  storage: LessonStorage
  /** Everything that is kept, as text. */
  dump(): Promise<string>
  close(): Promise<void>
}

const openers: Record<string, () => Promise<Opened>> = {
  store: async () => {
    const store = await openMemoryStore()
    return {
      storage: openStoreStorage(store),
      dump: async () => {
        const rows: unknown[] = []
        await store.exportRows((row) => void rows.push(row))
        return JSON.stringify(rows)
      },
      close: () => store.close(),
    }
  },
  jsonl: async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-lessons-'))
    const memory = path.join(dir, 'memory')
    return {
      storage: openJsonlStorage(path.join(memory, 'reflections.jsonl')),
      dump: async () =>
        readdirSync(memory)
          .map((name) => readFileSync(path.join(memory, name), 'utf8'))
          .join(''),
      close: async () => rmSync(dir, { recursive: true }),
    }
  },
  memory: async () => {
    const storage = openMemoryStorage()
    return {
      storage,
      dump: async () => JSON.stringify([await storage.list(), await storage.listExposures()]),
      close: async () => undefined,
    }
  },
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
const of = (attemptNumber: number, subtaskId = 'sub-1') => ({ attemptNumber, subtaskId })
const again = (subtaskId: string, attemptNumber: number) => ({
  sessionId: 's',
  taskId: subtaskId.slice(0, 6),
  subtaskId,
  attemptNumber,
  at: instant(1),
})
const SECRET = `ghp_${'a1B2'.repeat(9)}`

describe.each(Object.keys(openers))('lessons in: %s', (name) => {
  let opened: Opened
  let storage: LessonStorage
  beforeEach(async () => {
    opened = await openers[name]!()
    storage = opened.storage
  })
  afterEach(() => opened.close())

  it('gives a lesson back as it was put in, and null for an unknown one', async () => {
    const row = lessonRow('a', { lesson: { analysis: 'was $& and {{x}}\n"quoted" 猫' } })
    await storage.put([row])
    expect(await storage.get('a')).toEqual(row)
    expect(await storage.get('b')).toBeNull()
  })

  it('replaces the row of the same id', async () => {
    await storage.put([lessonRow('a')])
    const changed = lessonRow('a', { reinforced: 3, lesson: { analysis: 'better' } })
    await storage.put([changed])
    expect(await storage.list()).toEqual([changed])
    expect(await storage.search({ words: ['better'], limit: 5 })).toEqual([changed])
  })

  it('refuses a row that does not fit and keeps nothing of its batch', async () => {
    const bad = lessonRow('b', { lesson: { confidence: 7 } })
    await expect(storage.put([lessonRow('a'), bad])).rejects.toMatchObject({
      code: 'record-invalid',
    })
    expect(await storage.list()).toEqual([])
  })

  it('lists newest first, by state, before an instant, up to a limit', async () => {
    await storage.put([
      lessonRow('a', { at: 1 }),
      lessonRow('b', { at: 2, state: 'retired' }),
      lessonRow('c', { at: 3 }),
    ])
    expect(ids(await storage.list())).toEqual(['c', 'b', 'a'])
    expect(ids(await storage.list({ order: 'oldest', limit: 2 }))).toEqual(['a', 'b'])
    expect(ids(await storage.list({ state: 'active' }))).toEqual(['c', 'a'])
    expect(ids(await storage.list({ before: instant(2) }))).toEqual(['a'])
  })

  it('shows a retry the newest attempts of its subtask, and only what may be shown', async () => {
    await storage.put([
      lessonRow('one', { at: 9, lesson: of(1) }),
      lessonRow('two', { at: 2, lesson: of(2) }),
      lessonRow('three', { at: 3, lesson: of(3) }),
      lessonRow('four', { at: 4, lesson: of(4) }),
      lessonRow('other', { lesson: of(5, 'sub-1-b') }),
      lessonRow('weather', { lesson: of(6), transient: true }),
      lessonRow('retired', { lesson: of(7), state: 'retired' }),
      lessonRow('foreign', { lesson: of(8), state: 'quarantined' }),
    ])
    expect(ids(await storage.recent('sub-1', 3))).toEqual(['four', 'three', 'two'])
    expect(ids(await storage.recent('sub-1', 10))).toEqual(['four', 'three', 'two', 'one'])
    expect(await storage.recent('sub', 3)).toEqual([])
    expect(await storage.recent('sub-1', 0)).toEqual([])
  })

  it('finds a lesson in every subtask that met it', async () => {
    await storage.put([lessonRow('a', { seenIn: [again('task-2/x', 4), again('task-1/y', 1)] })])
    expect(ids(await storage.recent('task-1/y', 3))).toEqual(['a'])
    expect(ids(await storage.recent('task-2/x', 3))).toEqual(['a'])
    expect(ids(await storage.search({ place: 'task-2', limit: 3 }))).toEqual(['a'])
  })

  it('finds the lessons of a subtask among hundreds with similar names', async () => {
    const similar = Array.from({ length: 300 }, (_, n) =>
      lessonRow(`s${n}`, { at: 100 + n, lesson: { subtaskId: `main-${n}`, taskId: 'main' } }),
    )
    await storage.put([lessonRow('a', { lesson: { subtaskId: 'main' } }), ...similar])
    expect(ids(await storage.recent('main', 3))).toEqual(['a'])
  })

  it('finds the lesson of a fingerprint, not a superseded one', async () => {
    await storage.put([
      lessonRow('old', { fingerprint: 'ab12', state: 'superseded' }),
      lessonRow('new', { fingerprint: 'ab12' }),
      lessonRow('else', { fingerprint: 'cd34' }),
    ])
    expect((await storage.findFingerprint('ab12'))?.id).toBe('new')
    expect(await storage.findFingerprint('ef56')).toBeNull()
  })

  it.each([
    { query: { words: ['invoice'] }, expected: ['money'] },
    { query: { words: ['INVOICE', 'nothing'] }, expected: ['money'] },
    { query: { files: ['src/cart/total.ts'] }, expected: ['money'] },
    { query: { files: ['total.ts'] }, expected: ['money'] },
    { query: { files: ['other/total.ts'] }, expected: [] },
    { query: { words: ['rounding'] }, expected: ['money', 'tainted'] },
    { query: { words: ['rounding'], shareable: true }, expected: ['money'] },
    { query: { words: ['pinned'], shareable: true }, expected: ['pinned'] },
    { query: { words: ['gone'] }, expected: [] },
    { query: { words: ['" OR *'] }, expected: [] },
    { query: {}, expected: [] },
  ])('finds $expected for $query', async ({ query, expected }) => {
    await storage.put([
      lessonRow('money', {
        lesson: { analysis: 'the invoice needs rounding' },
        files: ['src/cart/total.ts'],
      }),
      lessonRow('tainted', { tainted: true, lesson: { analysis: 'rounding as a tool said' } }),
      lessonRow('pinned', { tainted: true, pinned: true, lesson: { analysis: 'pinned by hand' } }),
      lessonRow('gone', { state: 'retired', lesson: { analysis: 'gone' } }),
    ])
    expect(ids(await storage.search({ ...query, limit: 10 })).sort()).toEqual(expected)
  })

  it('forgets a lesson for good', async () => {
    await storage.put([lessonRow('a', { lesson: { analysis: 'unforgettable' } }), lessonRow('b')])
    expect(await storage.remove('a', instant(5))).toBe(true)
    expect(await storage.remove('a', instant(5))).toBe(false)
    expect(await storage.get('a')).toBeNull()
    expect(ids(await storage.list())).toEqual(['b'])
    expect(await opened.dump()).not.toContain('unforgettable')
  })

  it('prunes what is old and not pinned, page by page', async () => {
    const old = Array.from({ length: 600 }, (_, n) => lessonRow(`old-${n}`, { at: 1 }))
    await storage.put([
      lessonRow('pinned', { at: 0, pinned: true }),
      ...old,
      lessonRow('new', { at: 9 }),
    ])
    expect(await storage.prune(instant(9), instant(10), 10)).toBe(10)
    expect(await storage.prune(instant(9), instant(10))).toBe(590)
    expect(ids(await storage.list())).toEqual(['new', 'pinned'])
    expect(await storage.prune(instant(9), instant(10))).toBe(0)
  })

  it('keeps exposures and lists them by lesson, session, outcome and time', async () => {
    const first = exposure('x1', { lessonId: 'a', openedAt: instant(1) })
    const second = exposure('x2', { lessonId: 'b', sessionId: 't', openedAt: instant(2) })
    const closed = exposure('x3', { lessonId: 'a', outcome: 'success', openedAt: instant(3) })
    await storage.putExposures([first, second, closed])
    expect(await storage.listExposures()).toEqual([closed, second, first])
    expect(await storage.listExposures({ lessonId: 'a' })).toEqual([closed, first])
    expect(await storage.listExposures({ sessionId: 't' })).toEqual([second])
    expect(await storage.listExposures({ outcome: 'open', before: instant(2) })).toEqual([first])
    expect(await storage.listExposures({ limit: 1 })).toEqual([closed])
  })

  it('keeps no secret of a lesson', async () => {
    const text = `curl -H "token: ${SECRET}"`
    await storage.put([
      lessonRow('a', {
        lesson: { analysis: text, suggestion: text, actionItems: [text] },
        files: [`src/${SECRET}.ts`],
        source: {
          failureId: 'f',
          failureType: 'runtime_error',
          subtaskDescription: text,
          errorOutput: text,
          filesModified: [text],
        },
      }),
    ])
    expect(await opened.dump()).toContain('[redacted:')
    expect(await opened.dump()).not.toContain(SECRET)
    expect(JSON.stringify(await storage.get('a'))).not.toContain(SECRET)
  })

  it('has passed nothing over', async () => {
    await storage.put([lessonRow('a')])
    expect(await storage.skipped()).toBe(0)
  })
})
