import { expect, it } from 'vitest'
import type { SelfLine } from '../../../../src/schema/self-line.js'
import { groupLines } from './group-lines.js'

const line = (about: string, value: number, of: Partial<SelfLine> = {}) =>
  ({
    id: `${about} ${value}`,
    about,
    agent: null,
    model: null,
    interactive: null,
    pinned: false,
    correction: null,
    measure: { value, low: 0, high: 1 },
    ...of,
  }) as SelfLine

it('groups lines by question: the word of a person, what holds for all, then the worst', () => {
  const lines = [
    line('claim:fixed', 0.1),
    line('claim:tests-pass', 0.3),
    line('done-right', 0.9, { agent: 'codex' }),
    line('done-right', 0.7, { agent: 'qwen' }),
    line('done-right', 0.8),
    line('done-right:ui', 1, { pinned: true }),
    line('new-kind', 0.5),
  ]
  expect(groupLines(lines).map(({ lines }) => lines.map(({ id }) => id))).toEqual([
    ['done-right:ui 1', 'done-right 0.8', 'done-right 0.7', 'done-right 0.9'],
    ['claim:tests-pass 0.3', 'claim:fixed 0.1'],
    ['new-kind 0.5'],
  ])
})
