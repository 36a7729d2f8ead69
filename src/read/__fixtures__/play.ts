import type { Evidence } from '../../schema/evidence.js'
import type { Todo, ToolKind, ToolStatus, TranscriptEntry } from '../../schema/transcript.js'
import { toEvidence } from '../to-evidence.js'
import { applyEntry, beginLedger, toLedger } from '../ledger.js'

type Bare<E> = E extends TranscriptEntry ? Omit<E, 'step' | 'at' | 'sidechain'> : never
export type Line = (Bare<TranscriptEntry> & { sidechain?: boolean })[]

let calls = 0

export const human = (text: string): Line => [{ kind: 'human', text }]
export const ours = (text: string): Line => [{ kind: 'synthetic', source: 'ours', text }]
export const compacted = (): Line => [{ kind: 'compaction', trigger: 'auto' }]
export const todos = (...list: Todo[]): Line => [{ kind: 'todos', todos: list }]
export const troubled = (text: string): Line => [{ kind: 'error', text }]
export const interrupted = (): Line => [{ kind: 'interrupt' }]

export const says = (text: string, completed = true, outputTokens: number | null = null): Line => [
  { kind: 'agent', text, messageId: null, completed, outputTokens },
]

export interface CallOptions {
  tool?: string
  toolKind?: ToolKind
  status?: ToolStatus
  exitCode?: number | null
  files?: string[]
  creates?: boolean
  sidechain?: boolean
}

/** A call with its result; `pending` has none. */
export function call(input: string, output: string, options: CallOptions = {}): Line {
  const { tool = 'Bash', toolKind = 'command', status = 'completed', sidechain = false } = options
  calls += 1
  const callId = `c${calls}`
  const isCommand = toolKind === 'command'
  const begun: Line = [
    {
      kind: 'tool-call',
      callId,
      tool,
      toolKind,
      input,
      command: isCommand ? input : null,
      files: options.files ?? [],
      written: null,
      creates: options.creates ?? false,
      sidechain,
    },
  ]
  if (status === 'pending') return begun
  const failed = status === 'failed' ? 1 : 0
  const exitCode = options.exitCode === undefined && isCommand ? failed : (options.exitCode ?? null)
  return [...begun, { kind: 'tool-result', callId, status, exitCode, output, sidechain }]
}

export const edit = (file: string, what = 'x'): Line =>
  call(`${file} ${what}`, 'ok', { tool: 'Edit', toolKind: 'edit', files: [file] })

export const times = (count: number, line: () => Line): Line =>
  Array.from({ length: count }, line).flat()

/** The evidence of a session that went like this; its last entry is a minute old. */
export function play(...lines: Line[]): Evidence {
  const state = beginLedger()
  for (const [step, entry] of lines.flat().entries()) {
    const at = '2026-03-01T09:59:00.000Z'
    applyEntry(state, { sidechain: false, ...entry, step, at } as TranscriptEntry)
  }
  return toEvidence({
    at: '2026-03-01T10:00:00.000Z',
    ledger: toLedger(state),
    repository: null,
    lastMessage: null,
    degraded: [],
  })
}
