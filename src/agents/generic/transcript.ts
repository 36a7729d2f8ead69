/**
 * Our own transcript form, documented in `docs/generic-agent.md`: one JSON object a line, a
 * transcript entry each, where what can be filled in may be left out.
 */
import { clipSafely, headSafely } from '../../safety/clip-safely.js'
import type { EntryDraft, TranscriptReader, TranscriptSink } from '../../agent.js'
import { SyntheticSource, ToolKind, ToolStatus } from '../../schema/transcript.js'
import type { Todo } from '../../schema/transcript.js'
import {
  asInstant,
  asInteger,
  asList,
  asRecord,
  asText,
  compactJson,
} from '../../util/loose-json.js'
import { changesCommentsOnly } from '../../util/comments-only.js'
import { own } from '../../util/own.js'

type Line = Record<string, unknown>
type Common = Pick<EntryDraft, 'at' | 'sidechain'>

// The first key of the first line: other clients have a `kind` too, further in.
const OPENING =
  /^\s*(?:\[\s*)?\{\s*"kind"\s*:\s*"(?:session|human|synthetic|agent|tool-call|tool-result|todos|compaction|interrupt|error)"/

export const transcriptReader: TranscriptReader = {
  recognises: (opening) => OPENING.test(opening),
  begin: () => ({}),
  read: (value, _state, sink) => readLine(asRecord(value), sink),
  values: asList,
}

function readLine(line: Line, sink: TranscriptSink): void {
  if (line['kind'] === 'session') return readSession(line, sink)
  const draft = own(readers, asText(line['kind']) ?? '')
  if (draft === undefined) return sink.skip('lines of an unknown kind')
  const entry = draft(line, { at: asInstant(line['at']), sidechain: line['sidechain'] === true })
  if (entry === null) sink.skip('lines without what their kind needs')
  else sink.entry(entry)
}

function readSession(line: Line, sink: TranscriptSink): void {
  for (const key of ['sessionId', 'cwd', 'branch', 'model', 'mode'] as const) {
    if (typeof line[key] === 'string') sink.facts({ [key]: line[key] })
  }
}

const readers: Readonly<Record<string, (line: Line, common: Common) => EntryDraft | null>> = {
  human: (line, common) => {
    const text = clipSafely(asText(line['text']) ?? '', 8_000)
    return common.sidechain
      ? { kind: 'synthetic', ...common, source: 'meta', text }
      : { kind: 'human', ...common, text }
  },
  synthetic: (line, common) => {
    const source = SyntheticSource.safeParse(line['source'])
    const text = clipSafely(asText(line['text']) ?? '', 1_000)
    return { kind: 'synthetic', ...common, source: source.success ? source.data : 'meta', text }
  },
  agent: (line, common) => ({
    kind: 'agent',
    ...common,
    text: clipSafely(asText(line['text']) ?? '', 16_000),
    messageId: asText(line['messageId']),
    completed: line['completed'] !== false,
    outputTokens: asInteger(line['outputTokens']),
  }),
  'tool-call': readToolCall,
  'tool-result': readToolResult,
  todos: (line, common) => ({
    kind: 'todos',
    ...common,
    todos: asList(line['todos']).map(readTodo),
  }),
  compaction: (line, common) => {
    const trigger = line['trigger']
    const known = trigger === 'manual' || trigger === 'auto'
    return { kind: 'compaction', ...common, trigger: known ? trigger : 'unknown' }
  },
  interrupt: (_line, common) => ({ kind: 'interrupt', ...common }),
  error: (line, common) => ({
    kind: 'error',
    ...common,
    text: clipSafely(asText(line['text']) ?? '', 500),
  }),
}

function readToolCall(line: Line, common: Common): EntryDraft | null {
  const callId = asText(line['callId'])
  const tool = asText(line['tool'])
  if (callId === null || tool === null) return null
  const command = asText(line['command'])
  const kind = ToolKind.safeParse(line['toolKind'])
  const written = asText(line['written'])
  const files = asList(line['files']).filter((file) => typeof file === 'string')
  const replaced = asText(line['replaced'])
  const isComment = files.length === 1 && changesCommentsOnly(files[0], replaced, written)
  const input = line['input'] ?? { command, files: line['files'] }
  return {
    kind: 'tool-call',
    ...common,
    callId,
    tool,
    toolKind: kind.success ? kind.data : command === null ? 'other' : 'command',
    input: compactJson(typeof input === 'object' ? asRecord(input) : { input }),
    command: command === null ? null : clipSafely(command, 4_000),
    files,
    written: written === null ? null : clipSafely(written, 4_000),
    creates: line['creates'] === true,
    ...(isComment ? { commentsOnly: true } : {}),
  }
}

function readToolResult(line: Line, common: Common): EntryDraft | null {
  const callId = asText(line['callId'])
  if (callId === null) return null
  const exitCode = asInteger(line['exitCode'])
  const status = ToolStatus.safeParse(line['status'])
  const guess = exitCode === null || exitCode === 0 ? 'completed' : 'failed'
  return {
    kind: 'tool-result',
    ...common,
    callId,
    status: status.success ? status.data : guess,
    exitCode,
    output: clipSafely(asText(line['output']) ?? '', 8_000),
  }
}

function readTodo(value: unknown): Todo {
  const { text, state } = asRecord(value)
  const known = state === 'in_progress' || state === 'completed' || state === 'cancelled'
  return { text: headSafely(asText(text) ?? '', 300), state: known ? state : 'pending' }
}
