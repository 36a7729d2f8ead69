import { describe, expect, it } from 'vitest'
import { makeCommandRun } from '../../read/__fixtures__/command-run.js'
import { emptyEvidence } from '../../read/empty-evidence.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { NO_TREE, worldOf } from '../world.js'
import { findUnsourced } from './unsourced.js'

const AT = '2026-03-01T10:00:00.000Z'

describe('a number of tests', () => {
  const run = (passed: number, fields: Partial<CommandRun> = {}): CommandRun =>
    makeCommandRun({ counts: { passed, failed: 0, skipped: 0 }, ...fields })
  const isFound = (claimed: number, evidence: Partial<Evidence>): boolean => {
    const stated = { files: [], worked: [], figures: [], tests: [claimed], names: () => false }
    const world = worldOf(emptyEvidence({ at: AT, ...evidence }), NO_TREE)
    return findUnsourced(world, stated).length > 0
  }

  it.each<[string, number, CommandRun[], boolean]>([
    ['more than ran', 57, [run(4)], true],
    ['what ran', 57, [run(57)], false],
    ['fewer than ran', 4, [run(57)], false],
    ['what ran before a part was run', 57, [run(57), run(4, { key: 'npm test a' })], false],
    ['what two commands ran together', 57, [run(50), run(7, { key: 'npm run e2e' })], false],
    ['a number and no run', 57, [], false],
    ['a run without counts', 57, [run(4), makeCommandRun({ counts: null })], false],
    [
      'what a server may have run',
      57,
      [run(7), makeCommandRun({ kind: 'gh', command: 'gh run view 12', counts: null })],
      false,
    ],
    [
      'a list of tests that were not run',
      57,
      [run(2), makeCommandRun({ kind: 'other', command: 'pytest --collect-only', counts: null })],
      true,
    ],
    ['packages', 57, [run(4, { gist: 'ok example.com/a 0.1s' })], false],
    [
      'a script that may test',
      57,
      [run(4), makeCommandRun({ kind: 'run', command: './check.sh' })],
      false,
    ],
  ])('%s', (_title, claimed, commands, expected) => {
    expect(isFound(claimed, { commands })).toBe(expected)
  })

  it('says nothing where a subagent may have run more', () => {
    const call = { kind: 'call', toolKind: 'subagent', tool: 'Task', step: 3 } as never
    expect(isFound(57, { commands: [run(7)], recent: [call] })).toBe(false)
  })
})
