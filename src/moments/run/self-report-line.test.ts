import { describe, expect, it } from 'vitest'
import { findSelfReportLine, withoutSelfReportLine } from '../../read/prose/self-report-line.js'
import { parseSelfReportLine } from './self-report-line.js'

const none = { confidence: null, most_likely_wrong: null, known_not_in_diff: null }

describe('the line of a self-report', () => {
  it.each([
    {
      line: 'confidence 0.7; wrong auth: token refresh untested; hidden: needs a new key',
      value: {
        confidence: 0.7,
        most_likely_wrong: { surface: 'auth', description: 'token refresh untested' },
        known_not_in_diff: 'needs a new key',
      },
    },
    { line: 'confidence: 85%', value: { ...none, confidence: 0.85 } },
    { line: 'confidence = .9; hidden: nothing.', value: { ...none, confidence: 0.9 } },
    {
      line: 'confidence 0.6; wrong data: a; b and c are not migrated',
      value: {
        ...none,
        confidence: 0.6,
        most_likely_wrong: { surface: 'data', description: 'a; b and c are not migrated' },
      },
    },
  ])('says $line', ({ line, value }) => {
    expect(parseSelfReportLine(line)).toEqual({ value, degraded: [] })
  })

  it.each(['confidence 7', 'confidence high', 'confidence -0.5'])('refuses %s', (line) => {
    const { value, degraded } = parseSelfReportLine(line)
    expect([value.confidence, degraded.length]).toEqual([null, 1])
  })

  it.each([
    ['Done.\n\nSelf-report: confidence 0.8', 'confidence 0.8'],
    ['Done.\n**Self-report:** confidence 0.8', 'confidence 0.8'],
    ['- `Self-report: confidence 0.8`', 'confidence 0.8`'],
    ['I wrote a self-report: see there', null],
  ])('is found in %j', (message, line) => {
    expect(findSelfReportLine(message)).toBe(line)
  })

  it('is no part of what the agent reports', () => {
    const message = 'Done.\n\nSelf-report: confidence 0.4; wrong ui: the tests may still fail'
    expect(withoutSelfReportLine(message)).toBe('Done.')
  })
})
