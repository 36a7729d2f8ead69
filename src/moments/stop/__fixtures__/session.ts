import type { EntryDraft } from '../../../agent.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { StopFacts } from '../facts.js'
import { toStopFacts } from '../facts.js'
import { evidenceOf } from '../../../read/__fixtures__/evidence-of.js'

const common = { at: null, sidechain: false }
let calls = 0

/** Parts of a session, in the order in which they happened. */
export const human = (text: string): EntryDraft[] => [{ kind: 'human', ...common, text }]

export const says = (text: string): EntryDraft[] => [
  { kind: 'agent', ...common, text, messageId: null, completed: true, outputTokens: null },
]

export const runs = (command: string, exitCode: number | null = 0, output = ''): EntryDraft[] =>
  call({ tool: 'Bash', toolKind: 'command', command }, exitCode, output)

export const edits = (file: string, options: { creates?: boolean } = {}): EntryDraft[] =>
  call(
    { tool: 'Edit', toolKind: 'edit', files: [file], creates: options.creates ?? false },
    null,
    '',
  )

export const reads = (file: string): EntryDraft[] =>
  call({ tool: 'Read', toolKind: 'read', files: [file] }, null, '')

type CallFields = Partial<Extract<EntryDraft, { kind: 'tool-call' }>>

function call(fields: CallFields, exitCode: number | null, output: string): EntryDraft[] {
  const callId = `c${(calls += 1)}`
  const input = fields.command ?? fields.files?.join(' ') ?? ''
  return [
    {
      kind: 'tool-call',
      ...common,
      callId,
      tool: 'Other',
      toolKind: 'other',
      input,
      command: null,
      files: [],
      written: null,
      creates: false,
      ...fields,
    },
    {
      kind: 'tool-result',
      ...common,
      callId,
      status: exitCode === null || exitCode === 0 ? 'completed' : 'failed',
      exitCode,
      output,
    },
  ]
}

export const AT = '2026-03-01T10:00:00.000Z'

export const session = (...parts: EntryDraft[][]): Evidence => evidenceOf(parts.flat(), AT)

export const factsOf = (...parts: EntryDraft[][]): StopFacts => toStopFacts(session(...parts))

export const VITEST_RED = [
  ' FAIL  test/a.test.ts > adds numbers',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 6 passed (7)',
].join('\n')

export const VITEST_GREEN = [' Test Files  1 passed (1)', '      Tests  7 passed (7)'].join('\n')
