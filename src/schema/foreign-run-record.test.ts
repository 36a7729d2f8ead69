import { describe, expect, it } from 'vitest'
import { readRunRecord } from './foreign-run-record.js'
import { RunRecord } from './run-record.js'

const OURS = {
  schema: 'reflection.v1',
  task_ref: 'shop#main',
  agent: 'claude-code',
  session_id: 's1',
  timestamp: '2026-01-02T03:04:05.678Z',
  repo: 'shop',
  confidence: 0.7,
  most_likely_wrong: { surface: 'ui', description: 'the label' },
  known_not_in_diff: 'a flag',
  risk: { needs_review: true, score: 1, surface: 'auth', reason: 'auth: a.ts' },
  files_changed: ['a.ts', 'b.ts'],
  provenance: {
    source: 'stop-hook',
    reflection_attempt: 1,
    degraded: false,
    reflection_mode: 'solo',
  },
}

const provenance = (changed: object): object => ({ provenance: { ...OURS.provenance, ...changed } })
const risk = (changed: object): object => ({ risk: { ...OURS.risk, ...changed } })
const at = (timestamp: unknown): object => ({ timestamp })

const without = (...keys: string[]): object =>
  Object.fromEntries(Object.entries(OURS).filter(([key]) => !keys.includes(key)))

const wrong = (description: string) => ({
  most_likely_wrong: { surface: 'auth', description },
})

describe('readRunRecord', () => {
  it.each<{ what: string; written: object; as: object }>([
    { what: 'ours', written: {}, as: {} },
    {
      what: 'no milliseconds',
      written: at('2026-01-02T03:04:05Z'),
      as: at('2026-01-02T03:04:05.000Z'),
    },
    { what: 'tenths', written: at('2026-01-02T03:04:05.6Z'), as: at('2026-01-02T03:04:05.600Z') },
    { what: 'microseconds', written: at('2026-01-02T03:04:05.678901Z'), as: {} },
    { what: 'nanoseconds', written: at('2026-01-02T03:04:05.678901234Z'), as: {} },
    { what: 'an offset of zero', written: at('2026-01-02T03:04:05.678+00:00'), as: {} },
    { what: 'another zone', written: at('2026-01-02T05:04:05.678+02:00'), as: {} },
    {
      what: 'a zone west',
      written: at('2026-01-01T22:04:05-05:00'),
      as: at('2026-01-02T03:04:05.000Z'),
    },
    {
      what: 'the mode off',
      written: provenance({ reflection_mode: 'off' }),
      as: provenance({ reflection_mode: 'orchestrated' }),
    },
    {
      what: 'the mode orchestrated',
      written: provenance({ reflection_mode: 'orchestrated' }),
      as: provenance({ reflection_mode: 'orchestrated' }),
    },
    {
      what: 'whole numbers',
      written: { confidence: 1, ...risk({ score: 0 }) },
      as: { confidence: 1, ...risk({ score: 0 }) },
    },
    {
      what: 'self-reports that are null',
      written: { confidence: null, most_likely_wrong: null, known_not_in_diff: null },
      as: { confidence: null, most_likely_wrong: null, known_not_in_diff: null },
    },
    {
      what: 'files in any order, twice',
      written: { files_changed: ['b.ts', 'a.ts', 'b.ts'] },
      as: {},
    },
    { what: 'no files', written: { files_changed: [] }, as: { files_changed: [] } },
    { what: 'an empty repository name', written: { repo: '' }, as: { repo: '' } },
    {
      what: 'many captures',
      written: provenance({ reflection_attempt: 900 }),
      as: provenance({ reflection_attempt: 900 }),
    },
  ])('reads $what', ({ written, as }) => {
    const found = readRunRecord({ ...OURS, ...written })
    expect(found?.record).toEqual({ ...OURS, ...as })
    expect(RunRecord.safeParse(found?.record).success).toBe(true)
  })

  it.each([
    ['confidence'],
    ['most_likely_wrong'],
    ['known_not_in_diff'],
    ['confidence', 'most_likely_wrong', 'known_not_in_diff'],
  ])('reads a record without %s %s %s as one in which nothing is said', (...keys) => {
    const found = readRunRecord(without(...keys))
    expect(found?.record).toEqual({
      ...OURS,
      ...Object.fromEntries(keys.map((key) => [key, null])),
    })
  })

  it.each([
    ['an empty description', wrong(''), wrong('(not described)'), 'has no description'],
    ['a long description', wrong('x'.repeat(2001)), wrong('x'.repeat(2000)), 'description was cut'],
    [
      'half a character at the cut',
      wrong(`${'x'.repeat(1999)}😀`),
      wrong('x'.repeat(1999)),
      'description was cut',
    ],
    [
      'a long hidden part',
      { known_not_in_diff: 'x'.repeat(4001) },
      { known_not_in_diff: 'x'.repeat(4000) },
      'known_not_in_diff was cut',
    ],
  ])('reads %s of an older record, and names it', (_what, written, as, says) => {
    const found = readRunRecord({ ...OURS, ...written })
    expect(found?.record).toEqual({ ...OURS, ...as })
    expect(found?.changed).toEqual([expect.stringContaining(says)])
  })

  it('says when the mode had to be changed', () => {
    const off = readRunRecord({ ...OURS, ...provenance({ reflection_mode: 'off' }) })
    expect(off?.changed).toEqual(['its writer names the mode off'])
    expect(readRunRecord(OURS)?.changed).toEqual([])
  })

  it.each<{ what: string; written: unknown }>([
    { what: 'nothing', written: null },
    { what: 'a list', written: [OURS] },
    { what: 'another schema', written: { ...OURS, schema: 'reflection.v2' } },
    { what: 'a key of its own', written: { ...OURS, cost: 1 } },
    { what: 'a key of its own inside', written: { ...OURS, ...provenance({ host: 'x' }) } },
    { what: 'no session', written: without('session_id') },
    { what: 'an empty agent', written: { ...OURS, agent: '' } },
    { what: 'no risk', written: without('risk') },
    { what: 'an unknown surface', written: { ...OURS, ...risk({ surface: 'api' }) } },
    { what: 'a score above 1', written: { ...OURS, ...risk({ score: 1.5 }) } },
    { what: 'a confidence in words', written: { ...OURS, confidence: 'high' } },
    { what: 'a confidence in percent', written: { ...OURS, confidence: 70 } },
    { what: 'a day without a time', written: { ...OURS, ...at('2026-01-02') } },
    { what: 'a time without a zone', written: { ...OURS, ...at('2026-01-02T03:04:05') } },
    { what: 'a day that is not', written: { ...OURS, ...at('2026-02-30T03:04:05Z') } },
    { what: 'seconds since 1970', written: { ...OURS, ...at(1_767_323_045) } },
    { what: 'an attempt 0', written: { ...OURS, ...provenance({ reflection_attempt: 0 }) } },
    { what: 'a mode of its own', written: { ...OURS, ...provenance({ reflection_mode: 'on' }) } },
    { what: 'degraded in words', written: { ...OURS, ...provenance({ degraded: 'no' }) } },
    { what: 'files that are no names', written: { ...OURS, files_changed: [1] } },
  ])('refuses $what', ({ written }) => {
    expect(readRunRecord(written)).toBeNull()
  })

  it('leaves our own contract strict', () => {
    for (const written of [at('2026-01-02T03:04:05Z'), provenance({ reflection_mode: 'off' })]) {
      expect(RunRecord.safeParse({ ...OURS, ...written }).success).toBe(false)
    }
    expect(RunRecord.safeParse(without('confidence')).success).toBe(false)
  })
})
