import { expect, it } from 'vitest'
import { readRuns } from '../shell/read-runs.js'
import { emptyLedger } from '../empty-evidence.js'
import { shape } from './changes/file-change.js'
import { judgeWeakened } from './judge-weakened.js'

const NAMED = ' FAIL  test/send.test.ts > sends a status\nTests  1 failed | 3 passed (4)\n'
const OTHER = ' FAIL  test/open.test.ts > opens\nTests  1 failed | 3 passed (4)\n'
const UNNAMED = 'exit status 1\n'

it.each<['deleted' | 'replaced', string, string, boolean]>([
  ['deleted', 'itself', NAMED, true],
  ['deleted', 'perhaps', UNNAMED, true],
  ['deleted', 'not', OTHER, false],
  ['replaced', 'itself', NAMED, true],
  ['replaced', 'perhaps', UNNAMED, false],
  ['replaced', 'not', OTHER, false],
])('a test that is %s and was %s red is a push or a note', (kind, _, output, pushes) => {
  const ledger = emptyLedger()
  ledger.commands.push(
    ...readRuns({ command: 'npx vitest', status: 'failed', exitCode: 1, output }).map((run) => ({
      ...run,
      kind: 'test' as const,
      step: 1,
      turn: 1,
    })),
  )
  ledger.edits.push({ file: 'test/send.test.ts', step: 2, turn: 1, inert: false, creates: false })
  const found = shape({
    kind,
    file: 'test/send.test.ts',
    names: ['sends a status'],
    detail: '1 test',
  })
  expect(judgeWeakened([found], { ledger, sentences: [] })).toMatchObject([{ kind, pushes }])
})

it.each([
  ['The test is red since I changed the gap, please fix it.', false],
  ['Der Test ist rot, seit ich den Abstand geändert habe.', false],
  ['Change the test as well, please.', true],
])('what a person did before is not what they ask for: %s', (text, asked) => {
  const ledger = emptyLedger()
  ledger.request.messages.push({ number: 1, step: 0, text })
  const found = shape({ kind: 'under_test', file: 'src/gap.ts', names: [], detail: 'if test' })
  expect(judgeWeakened([found], { ledger, sentences: [] })).toMatchObject([{ asked }])
})
