import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.js'

it.each([
  ['0 9 * * *', 'daily at 09:00'],
  ['30 18 * * 1-5', 'weekdays at 18:30'],
  ['5 7 * * 0', 'Sundays at 07:05'],
  ['5 7 * * 7', 'Sundays at 07:05'],
  ['0 6 1 * *', 'day 1 of the month at 06:00'],
  ['*/15 * * * *', 'every 15 min'],
  ['* * * * *', 'every minute'],
  ['0 * * * *', 'every hour'],
  ['20 */6 * * *', 'every 6 h at :20'],
  ['0 0 1 1 *', '0 0 1 1 *'],
  ['0 9-17 * * *', '0 9-17 * * *'],
  ['0 9 1 * 1', '0 9 1 * 1'],
  ['0 0 9 * * *', '0 0 9 * * *'],
  ['', ''],
])('says %j as %j', (cron, words) => {
  expect(describeSchedule(cron)).toBe(words)
})
