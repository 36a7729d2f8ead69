import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { Todo, ToolKind, ToolStatus } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import { asInteger, asList, asRecord, asText, compactJson } from '../../util/loose-json.js'
import { own } from '../../util/own.js'

const KINDS: Readonly<Record<string, ToolKind>> = {
  run_shell_command: 'command',
  edit: 'edit',
  write_file: 'edit',
  notebook_edit: 'edit',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'search',
  grep_search: 'search',
  tool_search: 'search',
  web_fetch: 'web',
  web_search: 'web',
  todo_write: 'todo',
  agent: 'subagent',
  task: 'subagent',
  ask_user_question: 'ask',
  exit_plan_mode: 'plan',
}

const STATUS: Readonly<Record<string, ToolStatus>> = {
  success: 'completed',
  error: 'failed',
  cancelled: 'interrupted',
}

export function readToolCall(
  call: Readonly<Record<string, unknown>>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const callId = asText(call['id'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(call['name']) ?? 'unknown'
  const toolKind = own(KINDS, tool) ?? 'other'
  const input = asRecord(call['args'])
  if (tool === 'todo_write' && !place.sidechain) {
    sink.entry({ kind: 'todos', ...place, todos: todosIn(input) })
  }
  const file = asText(input['file_path'] ?? input['absolute_path'] ?? input['path'])
  const written = asText(input['content'] ?? input['new_string'] ?? input['new_source'])
  sink.entry({
    kind: 'tool-call',
    ...place,
    callId,
    tool,
    toolKind,
    input: compactJson(input),
    command: toolKind === 'command' ? clip(asText(input['command']) ?? '', 4_000) : null,
    files: file === null ? [] : [file.slice(0, 400)],
    written: toolKind === 'edit' && written !== null ? clip(written, 4_000) : null,
    creates: tool === 'write_file',
  })
}

export function readToolResult(
  line: Readonly<Record<string, unknown>>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const result = asRecord(line['toolCallResult'])
  const [part] = asList(asRecord(line['message'])['parts'])
  const told = asRecord(asRecord(part)['functionResponse'])
  const callId = asText(result['callId']) ?? asText(told['id'])
  if (callId === null) return sink.skip('results without a call')
  const { output, error } = asRecord(told['response'])
  const text = asText(output ?? error) ?? ''
  const status = own(STATUS, asText(result['status']) ?? '') ?? 'completed'
  // A display that is a record is a command's; other tools show a text or a difference.
  const shown = asInteger(asRecord(result['resultDisplay'])['exitCode'])
  const exitCode = shown ?? exitCodeIn(text)
  const isFailed = exitCode !== null && exitCode !== 0
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status: isFailed && status === 'completed' ? 'failed' : status,
    exitCode,
    output: clip(text, 8_000),
  })
}

function todosIn(input: Readonly<Record<string, unknown>>): Todo[] {
  return asList(input['todos']).map((item) => {
    const { content, status } = asRecord(item)
    const known = status === 'in_progress' || status === 'completed' || status === 'cancelled'
    return { text: (asText(content) ?? '').slice(0, 300), state: known ? status : 'pending' }
  })
}

function exitCodeIn(text: string): number | null {
  const [, code] = /(?:^|\n)Exit Code: (-?\d+)/.exec(text.slice(-600)) ?? []
  return code === undefined ? null : Number(code)
}
