import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../schema/evidence.js'
import { makeCommandRun } from '../__fixtures__/command-run.js'
import { emptyLedger } from '../empty-evidence.js'
import { lookFor } from './look-for.js'
import { readDemands } from './read-demands.js'

const call = (tool: string, toolKind: string) =>
  ({ kind: 'call', tool, toolKind, action: '' }) as never
const found = (asked: string, ledger: Partial<Ledger>) =>
  lookFor(readDemands([{ number: 1, text: asked }]), { ...emptyLedger(), ...ledger }, null)[0]
    ?.wants[0]?.found

describe('a command that was to be run', () => {
  it.each<[string, string, Partial<Ledger>, boolean | null]>([
    ['was not', 'Run `npm test`', {}, false],
    ['was', 'Run `npm test`', { commands: [makeCommandRun({ command: 'npm test' })] }, true],
    [
      'was by another name of the same check',
      'Run `npm test`',
      { commands: [makeCommandRun({ command: 'npm run test', kind: 'test' })] },
      true,
    ],
    [
      'was through another runner',
      'Run `npm run lint`',
      { commands: [makeCommandRun({ command: 'npx eslint .', kind: 'lint' })] },
      true,
    ],
    [
      'was not, when another kind of check was',
      'Run `npm run bench`',
      { commands: [makeCommandRun({ command: 'npm test', kind: 'test' })] },
      false,
    ],
    ['may have been by a subagent', 'Run `npm test`', { recent: [call('Task', 'subagent')] }, null],
    ['may have been by a tool', 'Run `npm test`', { recent: [call('run_tests', 'other')] }, null],
    [
      'was not by a tool that fetches',
      'Run `npm test`',
      { recent: [call('fetch', 'other')] },
      false,
    ],
  ])('%s', (_, asked, ledger, expected) => {
    expect(found(asked, ledger)).toBe(expected)
  })
})
