import { describe, expect, it } from 'vitest'
import { checkSchedule, nextRun } from './schedule.js'

function runs(cron: string, time_zone: string, from: string, count: number): string[] {
  const found: string[] = []
  let at = new Date(from)
  while (found.length < count) {
    at = nextRun({ cron, time_zone }, at)!
    found.push(at.toISOString())
  }
  return found
}

describe('a schedule', () => {
  it.each([
    {
      name: 'runs a time that the day lacks once, at the end of the gap',
      cron: '30 2 * * *',
      zone: 'Europe/Berlin',
      from: '2026-03-28T12:00:00Z',
      expected: ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    },
    {
      name: 'runs a time that the day has twice once',
      cron: '30 2 * * *',
      zone: 'Europe/Berlin',
      from: '2026-10-24T12:00:00Z',
      expected: ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    },
    {
      name: 'goes on every half hour while the clock is set back',
      cron: '*/30 * * * *',
      zone: 'Europe/Berlin',
      from: '2026-10-25T00:00:00Z',
      expected: [
        '2026-10-25T00:30:00.000Z',
        '2026-10-25T01:00:00.000Z',
        '2026-10-25T01:30:00.000Z',
      ],
    },
    {
      name: 'goes on every hour while the clock is set forward',
      cron: '0 * * * *',
      zone: 'America/New_York',
      from: '2026-03-08T05:30:00Z',
      expected: [
        '2026-03-08T06:00:00.000Z',
        '2026-03-08T07:00:00.000Z',
        '2026-03-08T08:00:00.000Z',
      ],
    },
    {
      name: 'follows its zone, not the machine',
      cron: '0 9 * * *',
      zone: 'Asia/Kolkata',
      from: '2026-06-01T00:00:00Z',
      expected: ['2026-06-01T03:30:00.000Z', '2026-06-02T03:30:00.000Z'],
    },
    {
      name: 'is read as UTC where it says so',
      cron: '0 9 * * 1',
      zone: 'UTC',
      from: '2026-06-01T09:00:00Z',
      expected: ['2026-06-08T09:00:00.000Z'],
    },
  ])('$name', ({ cron, zone, from, expected }) => {
    expect(runs(cron, zone, from, expected.length)).toEqual(expected)
  })

  it.each([
    { cron: 'often', zone: 'UTC' },
    { cron: '* * * *', zone: 'UTC' },
    { cron: '99 * * * *', zone: 'UTC' },
    { cron: '* * * * * * 2030', zone: 'UTC' },
    { cron: '', zone: 'UTC' },
    { cron: '0 0 30 2 *', zone: 'UTC' },
    { cron: '0 3 * * *', zone: 'Mars/Olympus' },
  ])('refuses "$cron" in $zone', ({ cron, zone }) => {
    const check = () => checkSchedule({ cron, time_zone: zone }, new Date('2026-01-01T00:00:00Z'))
    expect(check).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})
