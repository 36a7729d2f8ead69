import { describe, expect, it } from 'vitest'
import type { Edit } from '../../schema/evidence.js'
import { editSince, mayBeEditedSince } from './order.js'

const run = { step: 10, part: 1, endedAt: '2026-03-01T10:00:00.000Z' }
const edit = (fields: Partial<Edit>): Edit => ({
  file: 'src/a.ts',
  step: 12,
  turn: 1,
  inert: false,
  creates: false,
  ...fields,
})
const LATER = '2026-03-01T10:00:05.000Z'
const EARLIER = '2026-03-01T09:59:00.000Z'

describe('an edit makes a check stale', () => {
  it.each<[string, Partial<Edit>, boolean]>([
    ['by its place, where there is no tree', {}, true],
    ['not when it stands before the check', { step: 8 }, false],
    ['not when it stands before it in the same line', { step: 10 }, false],
    ['when it stands behind it in the same line', { step: 10, part: 2 }, true],
    ['not when it is of documentation or comments', { inert: true }, false],
    ['not when git brought it in', { inferred: 'git' }, false],
    ['by the clock, where there is a tree', { modifiedAt: LATER }, true],
    ['not when the file is older than the check', { modifiedAt: EARLIER }, false],
    ['not when the tree has no such change', { modifiedAt: null }, false],
    [
      'when a command tells of it and the clock agrees',
      { inferred: 'command', modifiedAt: LATER },
      true,
    ],
  ])('%s', (_, fields, expected) => {
    expect(editSince(run, [edit(fields)]) !== null).toBe(expected)
  })

  const inLine = edit({ step: 10, part: 2, inferred: 'command', modifiedAt: EARLIER })
  it.each<[string, Edit[], boolean]>([
    ['when it stands behind it in the same line and the tree shows it', [inLine], true],
    [
      'not when an earlier edit may be what the tree shows',
      [edit({ step: 4, file: '/p/src/a.ts' }), inLine],
      false,
    ],
    ['not when the tree shows no change', [{ ...inLine, modifiedAt: null }], false],
  ])('%s', (_, edits, expected) => {
    expect(editSince(run, edits) !== null).toBe(expected)
  })

  it('not by a command alone when the end of the check is unknown', () => {
    const told = edit({ inferred: 'command', modifiedAt: LATER })
    expect(editSince({ step: 10 }, [told])).toBeNull()
  })
})

it('holds words back for any edit behind a check', () => {
  expect(mayBeEditedSince(run, { lastEditStep: 10, lastEditPart: 2 })).toBe(true)
  expect(mayBeEditedSince(run, { lastEditStep: 10 })).toBe(false)
})
