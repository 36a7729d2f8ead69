import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { Todo, ToolKind, ToolStatus } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import { asList, asRecord, asText, compactJson } from '../../util/loose-json.js'
import { own } from '../../util/own.js'

const KINDS: Readonly<Record<string, ToolKind>> = {
  run_shell_command: 'command',
  replace: 'edit',
  edit: 'edit',
  write_file: 'edit',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'search',
  search_file_content: 'search',
  grep_search: 'search',
  google_web_search: 'web',
  web_fetch: 'web',
  write_todos: 'todo',
  delegate_to_agent: 'subagent',
  ask_user: 'ask',
  exit_plan_mode: 'plan',
}

const STATUS: Readonly<Record<string, ToolStatus>> = {
  success: 'completed',
  completed: 'completed',
  error: 'failed',
  cancelled: 'interrupted',
}

/** A call with its result in it. `isNews` keeps what was told at an earlier writing. */
export function readToolCall(
  call: Record<string, unknown>,
  place: EntryPlace,
  isNews: (what: string) => boolean,
  sink: TranscriptSink,
): void {
  const callId = asText(call['id'])
  const tool = asText(call['name']) ?? 'unknown'
  if (callId === null) return sink.skip('calls without an id')
  const input = asRecord(call['args'])
  const toolKind = own(KINDS, tool) ?? 'other'
  if (isNews(`call ${callId}`)) {
    if (tool === 'write_todos') sink.entry({ kind: 'todos', ...place, todos: todosIn(input) })
    const written = asText(input['content'] ?? input['new_string'])
    sink.entry({
      kind: 'tool-call',
      ...place,
      callId,
      tool,
      toolKind,
      input: compactJson(input),
      command: toolKind === 'command' ? clip(asText(input['command']) ?? '', 4_000) : null,
      files: filesIn(input),
      written: toolKind === 'edit' && written !== null ? clip(written, 4_000) : null,
      creates: tool === 'write_file',
    })
  }
  const status = own(STATUS, asText(call['status']) ?? '')
  if (status === undefined || !isNews(`result ${callId}`)) return
  const output = outputOf(call)
  const exitCode = toolKind === 'command' ? exitCodeIn(output) : null
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status: status === 'completed' && exitCode !== null && exitCode !== 0 ? 'failed' : status,
    exitCode: exitCode ?? (status === 'completed' ? 0 : null),
    output: clip(output, 8_000),
  })
}

function filesIn(input: Record<string, unknown>): string[] {
  const file = input['file_path'] ?? input['absolute_path'] ?? input['path']
  return typeof file === 'string' ? [file.slice(0, 400)] : []
}

function todosIn(input: Record<string, unknown>): Todo[] {
  return asList(input['todos']).map((item) => {
    const { description, content, status } = asRecord(item)
    const known = status === 'in_progress' || status === 'completed' || status === 'cancelled'
    return {
      text: (asText(description ?? content) ?? '').slice(0, 300),
      state: known ? status : 'pending',
    }
  })
}

function outputOf(call: Record<string, unknown>): string {
  const [first] = asList(call['result'])
  const response = asRecord(asRecord(asRecord(first)['functionResponse'])['response'])
  return asText(response['output'] ?? response['error']) ?? asText(call['resultDisplay']) ?? ''
}

function exitCodeIn(output: string): number | null {
  const [, code] = /(?:^|\n|\\n)Exit Code: (-?\d+)/.exec(output.slice(-600)) ?? []
  return code === undefined ? null : Number(code)
}
