import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { call, edit, human, play } from '../read/__fixtures__/play.js'
import { openMemoryStore } from '../store/memory.js'
import type { Episode } from '../schema/episode.js'
import type { LessonRow } from '../schema/lesson.js'
import type { Store } from '../store.js'
import { deriveAgain } from './derive-again.js'
import { lessonOfEpisodes } from './episode-lessons.js'
import { openJsonlStorage } from './jsonl-storage.js'
import type { LessonStorage } from './lesson-storage.js'
import { openStoreStorage } from './store-storage.js'

const NOW = '2030-01-02T00:00:00.000Z'

const row = (sessionId: string, key: string, given: Partial<Episode>): Episode => ({
  id: `${key}-${sessionId}`,
  sessionId,
  key,
  check: 'npm test',
  tests: [],
  error: null,
  redStep: 1,
  greenStep: 5,
  tried: [],
  resolvedBy: { files: ['src/a.ts'], hunks: [], commands: [], commit: null },
  weakened: false,
  state: 'resolved',
  attempts: 1,
  startedAt: '2030-01-01T00:00:00.000Z',
  endedAt: '2030-01-01T00:01:00.000Z',
  ...given,
})

/** As the version before made it: whatever is known of the failure. */
function oldLesson(episode: Episode, given: Partial<LessonRow> = {}): LessonRow {
  const named = { ...episode, tests: ['x › y'] }
  const made = lessonOfEpisodes([named], null, NOW)!
  const facts = { ...made.facts!, tests: episode.tests, error: episode.error }
  return { ...made, id: `lesson-${episode.key}`, facts, ...given }
}

const ts = (symbol: string) => ({
  class: null,
  code: 'TS2304',
  message: 'cannot find name <value>',
  file: 'src/a.ts',
  line: 3,
  symbol,
})

function openFile(): LessonStorage {
  const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-derive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return openJsonlStorage(path.join(folder, 'lessons.jsonl'))
}

const KEPT: Record<string, (store: Store) => LessonStorage> = {
  'the store': openStoreStorage,
  'a file': openFile,
}

it.each(Object.keys(KEPT))(
  'leaves no false lesson of an earlier version in %s, and loses no true one',
  async (place) => {
    const store = await openMemoryStore()
    const storage = KEPT[place]!(store)
    onTestFinished(async () => {
      await storage.close()
      await store.close()
    })
    const episodes = [
      // True: a test, and a linter's rule.
      row('s1', 'episode-test', { tests: ['a.test.ts › adds'] }),
      row('s2', 'episode-test', { tests: ['a.test.ts › adds'] }),
      row('s1', 'episode-lint', {
        check: 'eslint .',
        error: { ...ts('used'), code: 'no-unused-vars' },
      }),
      // False or not sure: a command alone, a type check that tests made green, "nothing changed".
      row('s3', 'episode-check', { check: 'mise run lint' }),
      row('s3', 'episode-type', { check: 'npm run typecheck', error: ts('total') }),
      row('s4', 'episode-again', {
        tests: ['b.test.ts › waits'],
        resolvedBy: { files: [], hunks: [], commands: [], commit: null },
      }),
      // It was called green by a run that showed another failure of the check.
      row('s6', 'episode-first', { tests: ['c.test.ts › opens'], greenStep: 4 }),
      row('s6', 'episode-next', { tests: ['c.test.ts › closes'], redStep: 4, greenStep: 7 }),
      // Its transcript is still there, and tells it otherwise.
      row('s5', 'episode-read', { check: 'npm run typecheck', error: ts('sum') }),
    ]
    const ofKey = (key: string) => episodes.find((one) => one.key === key)!
    const lessons = [
      oldLesson(ofKey('episode-test'), { pinned: true }),
      oldLesson(ofKey('episode-lint')),
      oldLesson(ofKey('episode-check')),
      oldLesson(ofKey('episode-type')),
      oldLesson({ ...ofKey('episode-again'), resolvedBy: ofKey('episode-test').resolvedBy }),
      oldLesson(ofKey('episode-first')),
      oldLesson(ofKey('episode-next')),
      oldLesson(ofKey('episode-read')),
    ]
    await store.add(episodes.map((record) => ({ kind: 'episode' as const, record })))
    await storage.put(lessons)
    const red = "src/a.ts(3,5): error TS2304: Cannot find name 'sum'."
    const told = play(
      human('Go'),
      call('npm run typecheck', red, { status: 'failed' }),
      edit('src/a.ts'),
      call('npm run typecheck', ''),
    ).episodes

    const derived = await deriveAgain({
      store,
      storage,
      now: NOW,
      readTranscript: async (sessionId) => (sessionId === 's5' ? told : null),
    })
    expect(derived).toEqual({
      episodes: 9,
      read: 1,
      reopened: 1,
      lessons: 8,
      kept: 5,
      deleted: 3,
    })
    const left = await storage.list()
    expect(left.map(({ lesson }) => lesson.analysis).sort()).toEqual([
      '`eslint .` was red at `src/a.ts` (no-unused-vars, `used`). Once a change to that file made it green.',
      '`npm run typecheck` was red at `src/a.ts` (TS2304, `sum`). Once a change to that file made it green.',
      '`npm test` was red at `a.test.ts › adds` in 2 sessions. Twice a change to `src/a.ts` made it green.',
      '`npm test` was red at `c.test.ts › closes`. Once a change to `src/a.ts` made it green.',
      '`npm test` was red at `c.test.ts › opens`. Once a change to `src/a.ts` ended it, with another failure left.',
    ])
    expect(left.filter(({ pinned }) => pinned).length).toBe(1)
    expect((await store.list('episode')).length).toBe(9)
    expect(
      await deriveAgain({ store, storage, now: NOW, readTranscript: async () => null }),
    ).toBeNull()
  },
)
