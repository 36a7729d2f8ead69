import { expect, it } from 'vitest'
import { findingText } from './finding.js'

it.each([
  { subject_type: 'task', says: 'task nightly: failed 3 times' },
  { subject_type: 'skill', says: 'skill nightly: failed 3 times' },
  { subject_type: 'check', says: 'failed 3 times' },
  { subject_type: 'gate', says: 'failed 3 times' },
] as const)('a finding names its $subject_type where that has a name', ({ subject_type, says }) => {
  expect(findingText({ subject_type, subject_id: 'nightly', detail: 'failed 3 times' })).toBe(says)
})
