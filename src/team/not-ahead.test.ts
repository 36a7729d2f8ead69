import { expect, it } from 'vitest'
import { TeamRowKind } from '../schema/api/team.js'
import type { Episode } from '../schema/episode.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import { notAhead } from './not-ahead.js'

const NOW = new Date('2030-01-01T12:00:00.000Z')
const episode = (startedAt: string, endedAt: string | null) => ({
  ...(sampleWrite('episode').record as Episode),
  startedAt,
  endedAt,
})

it.each([
  ['2030-01-01T10:00:00.000Z', '2030-01-01T11:00:00.000Z'],
  ['2030-01-01T11:00:00.000Z', '2030-01-01T12:10:00.000Z'],
  ['2029-01-01T10:00:00.000Z', null],
])('a row from %s to %s stays as it is', (startedAt, endedAt) => {
  const row = episode(startedAt, endedAt)
  expect(notAhead('episode', row, NOW)).toBe(row)
})

it.each([
  ['2031-05-01T10:00:00.000Z', '2031-05-01T10:30:00.000Z', '2030-01-01T11:30:00.000Z'],
  ['2031-05-01T10:00:00.000Z', null, '2030-01-01T12:00:00.000Z'],
  ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'],
])('a row from %s to %s ends now', (startedAt, endedAt, began) => {
  const row = episode(startedAt, endedAt)
  const end = endedAt === null ? null : NOW.toISOString()
  expect(notAhead('episode', row, NOW)).toEqual({ ...row, startedAt: began, endedAt: end })
})

it.each(TeamRowKind.options)('no time of a %s is left ahead', (kind) => {
  const { record } = sampleWrite(kind)
  expect(JSON.stringify(notAhead(kind, record as never, new Date(0)))).not.toMatch(/"20\d\d-/)
})
