import { expect, it } from 'vitest'
import { sampleWrite } from '../../../testing/store-contract/samples.js'
import type { LessonRow } from '../../../schema/lesson.js'
import { describeLesson, lessonTable } from './describe.js'

const sighting = ([sessionId = '', member]: string[]) => ({
  sessionId,
  taskId: 't',
  subtaskId: 's',
  attemptNumber: 1,
  at: '2026-01-01T00:00:00.000Z',
  ...(member === undefined ? {} : { member }),
})

const lesson = (...sessions: string[]): LessonRow => ({
  ...(sampleWrite('lesson').record as LessonRow),
  seenIn: sessions.map((one) => sighting(one.split(' '))),
})

it.each([
  { sessions: ['s1'], by: 'here', whole: 'here' },
  {
    sessions: ['team-1a2b'],
    by: 'team',
    whole: 'another member (of the team shop at https://t.example)',
  },
  {
    sessions: ['s1', 'team-1a2b'],
    by: 'here, team',
    whole: 'here, another member (of the team shop at https://t.example)',
  },
  {
    sessions: ['team-1a2b Ada', 's1', 'team-1c2d Ada', 'team-9f00 Bob'],
    by: 'here, Ada, Bob',
    whole: 'here, Ada, Bob (of the team shop at https://t.example)',
  },
])('a lesson of $sessions says who met it: $by', ({ sessions, by, whole }) => {
  const row = lesson(...sessions)
  expect(lessonTable([row]).split('\n')[1]).toContain(`  ${by}  `)
  expect(describeLesson(row, 'shop at https://t.example')).toContain(`met by      ${whole}\n`)
})
