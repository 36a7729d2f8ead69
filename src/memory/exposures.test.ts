import { describe, expect, it } from 'vitest'
import type { Exposure } from '../schema/exposure.js'
import { exposure, instant, lessonRow } from './__fixtures__/lesson-row.js'
import { closeExposures, closeStaleExposures, drawExposures } from './exposures.js'
import { reportLessons } from './lesson-report.js'
import { pinLesson, retireLesson, unpinLesson } from './lesson-states.js'
import { openMemoryStorage } from './memory-storage.js'
import { receiveLesson } from './receive-lesson.js'
import { runLessonRetention } from './retention.js'

const draw = (holdout: number) =>
  drawExposures({
    lessons: [lessonRow('a'), lessonRow('b')],
    sessionId: 's',
    taskId: 'task-1',
    turn: 2,
    attemptKey: 's/2',
    holdout,
    now: instant(1),
  })

/** Closed exposures of lesson `a` with these successes of these totals. */
const history = (shown: [number, number], heldOut: [number, number]): Exposure[] =>
  (
    [
      ['shown', shown],
      ['held_out', heldOut],
    ] as const
  ).flatMap(([arm, [successes, n]]) =>
    Array.from({ length: n }, (_, i) =>
      exposure(`${arm}-${i}`, {
        lessonId: 'a',
        arm,
        outcome: i < successes ? 'success' : 'failure',
      }),
    ),
  )

describe('drawExposures', () => {
  it('opens one exposure per lesson and shows what is not held out', () => {
    const { shown, exposures } = draw(0)
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(exposures).toEqual(
      ['a', 'b'].map((lessonId) => ({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        lessonId,
        sessionId: 's',
        taskId: 'task-1',
        turn: 2,
        arm: 'shown',
        outcome: 'open',
        openedAt: instant(1),
        closedAt: null,
      })),
    )
    expect(draw(1).shown).toEqual([])
  })

  it('gives the same attempt the same exposures', () => {
    expect(draw(0.5)).toEqual(draw(0.5))
    expect(new Set(draw(0.5).exposures.map(({ id }) => id)).size).toBe(2)
  })
})

describe('closing exposures', () => {
  it('writes the outcome once', async () => {
    const storage = openMemoryStorage()
    await storage.putExposures([exposure('x')])
    await closeExposures(storage, await storage.listExposures(), 'success', instant(2))
    const closed = exposure('x', { outcome: 'success', closedAt: instant(2) })
    expect(await storage.listExposures()).toEqual([closed])
    await closeExposures(storage, await storage.listExposures(), 'failure', instant(3))
    expect(await storage.listExposures()).toEqual([closed])
  })

  it('closes as unknown what was open for a day', async () => {
    const storage = openMemoryStorage()
    await storage.putExposures([
      exposure('old', { openedAt: instant(0) }),
      exposure('young', { openedAt: instant(2) }),
    ])
    expect(await closeStaleExposures(storage, instant(86_401))).toBe(1)
    expect(await storage.listExposures({ outcome: 'unknown' })).toMatchObject([{ id: 'old' }])
    expect(await storage.listExposures({ outcome: 'open' })).toMatchObject([{ id: 'young' }])
  })

  it.each([
    { what: 'retires one that does harm', row: {}, state: 'retired' },
    { what: 'leaves a pinned one', row: { pinned: true }, state: 'active' },
  ])('$what', async ({ row, state }) => {
    const storage = openMemoryStorage()
    await storage.put([lessonRow('a', row)])
    await storage.putExposures(history([20, 200], [28, 30]))
    await storage.putExposures([exposure('last', { lessonId: 'a' })])
    const open = await storage.listExposures({ outcome: 'open' })
    const retired = await closeExposures(storage, open, 'failure', instant(9))
    expect(retired).toEqual(state === 'retired' ? ['a'] : [])
    expect((await storage.get('a'))?.state).toBe(state)
  })
})

const report = async (exposures: Exposure[]) => {
  const storage = openMemoryStorage()
  await storage.put([lessonRow('a')])
  await storage.putExposures(exposures)
  return reportLessons(storage)
}

describe('reportLessons', () => {
  it('says when there are not enough data, and counts what it leaves out', async () => {
    const extra = [
      exposure('o', { lessonId: 'a' }),
      exposure('u', { lessonId: 'a', outcome: 'unknown' }),
    ]
    const { lessons, overall } = await report([...history([5, 6], [1, 2]), ...extra])
    const figures = {
      exposures: 10,
      open: 1,
      unknown: 1,
      arms: { shown: { n: 6, successes: 5 }, heldOut: { n: 2, successes: 1 } },
      lift: null,
      verdict: 'not enough data',
    }
    expect(overall).toEqual(figures)
    expect(lessons).toEqual([
      {
        id: 'a',
        state: 'active',
        pinned: false,
        reinforced: 0,
        summary: 'analysis of a',
        ...figures,
      },
    ])
  })

  it.each([
    { shown: [180, 200], heldOut: [10, 40], verdict: 'helps' },
    { shown: [100, 200], heldOut: [20, 40], verdict: 'no clear effect' },
    { shown: [20, 200], heldOut: [36, 40], verdict: 'does harm' },
  ] as const)('finds that $shown with and $heldOut without: $verdict', async (it) => {
    const { lessons } = await report(history([...it.shown], [...it.heldOut]))
    expect(lessons[0]?.verdict).toBe(it.verdict)
  })
})

describe('states', () => {
  it('quarantines what comes from elsewhere until a human pins it', async () => {
    const storage = openMemoryStorage()
    const received = receiveLesson({ ...lessonRow('a', { pinned: true, tainted: false }) })
    expect(received.row).toMatchObject({ state: 'quarantined', pinned: false, tainted: true })
    const bare = receiveLesson(lessonRow('b').lesson)
    await storage.put([bare.row!])
    expect(await storage.recent('sub-1', 3)).toEqual([])
    expect(await pinLesson(storage, 'b')).toMatchObject({ state: 'active', pinned: true })
    expect(await unpinLesson(storage, 'b')).toMatchObject({ state: 'quarantined', pinned: false })
    expect(await retireLesson(storage, 'b', 'by hand')).toMatchObject({
      state: 'retired',
      stateReason: 'by hand',
    })
    await expect(pinLesson(storage, 'c')).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each([[null], [7], ['text'], [{}], [{ ...lessonRow('a').lesson, confidence: 2 }]])(
    'refuses %j as a lesson and says why',
    (value) => {
      expect(receiveLesson(value)).toEqual({ row: null, reason: expect.any(String) })
    },
  )
})

describe('runLessonRetention', () => {
  it('prunes what is too old and closes what was left open', async () => {
    const storage = openMemoryStorage()
    const now = new Date(Date.parse(instant(0)) + 31 * 86_400_000)
    await storage.put([lessonRow('old', { at: 0 }), lessonRow('new', { at: 86_401 })])
    await storage.putExposures([exposure('x')])
    expect(await runLessonRetention(storage, { retentionDays: 30, now })).toEqual({
      pruned: 1,
      closed: 1,
    })
    expect((await storage.list()).map(({ id }) => id)).toEqual(['new'])
  })
})
