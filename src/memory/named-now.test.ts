import { expect, it } from 'vitest'
import { nothingTracked } from '../read/repository/tracked-files.js'
import { lessonRow } from './__fixtures__/lesson-row.js'
import { namedNow } from './named-now.js'

const fix = (file: string, times: number, at: string) => ({
  files: [file],
  hunks: [],
  commands: [],
  times,
  at,
})
const facts = {
  key: 'failure-1',
  check: 'make test',
  tests: ['test_calc.py › test_quarter'],
  error: null,
  sessions: 3,
  resolved: 3,
  fixes: [
    fix('calc.py', 2, '2030-01-01T10:00:00.000Z'),
    fix('maths.py', 1, '2030-01-03T10:00:00.000Z'),
  ],
  inVain: [],
}

it('counts a file that was renamed once, under the name that it has now', async () => {
  const tracked = {
    ...nothingTracked,
    find: async (file: string) => (file === 'maths.py' ? file : null),
    whereTo: async () => ({ commit: 'abc1234', to: 'maths.py' }),
  }
  const prose = lessonRow('prose')
  const [row, other] = await namedNow([lessonRow('one', { facts }), prose], tracked)
  expect(row!.lesson.analysis).toBe(
    '`make test` was red at `test_calc.py › test_quarter` in 3 sessions. 3 times a change to `maths.py` made it green.',
  )
  expect(row!.facts!.fixes).toMatchObject([{ files: ['maths.py'], times: 3 }])
  expect(other).toBe(prose)
})
