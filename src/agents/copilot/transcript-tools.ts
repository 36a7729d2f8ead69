import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { ToolKind, ToolStatus } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import { asInteger, asRecord, asText, compactJson } from '../../util/loose-json.js'
import { own } from '../../util/own.js'

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'command',
  powershell: 'command',
  read_bash: 'read',
  read_powershell: 'read',
  edit: 'edit',
  create: 'edit',
  apply_patch: 'edit',
  view: 'read',
  grep: 'search',
  glob: 'search',
  web_fetch: 'web',
  web_search: 'web',
  update_todo: 'todo',
  task: 'subagent',
  ask_user: 'ask',
  exit_plan_mode: 'plan',
}

export function readToolCall(
  data: Readonly<Record<string, unknown>>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const callId = asText(data['toolCallId'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(data['toolName']) ?? 'unknown'
  const toolKind = own(KINDS, tool) ?? 'other'
  const input = asRecord(data['arguments'])
  const file = asText(input['path'])
  const written = asText(input['file_text'] ?? input['new_str'] ?? input['patch'])
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
    creates: tool === 'create',
  })
}

export function readToolResult(
  data: Readonly<Record<string, unknown>>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const callId = asText(data['toolCallId'])
  if (callId === null) return sink.skip('results without a call')
  const { message, code } = asRecord(data['error'])
  const { content, detailedContent } = asRecord(data['result'])
  const output = asText(content ?? detailedContent ?? message) ?? ''
  const exitCode = asInteger(asRecord(data['shellExecution'])['exitCode']) ?? exitCodeIn(output)
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status: statusOf(data['success'], asText(code) ?? '', exitCode),
    exitCode,
    output: clip(output, 8_000),
  })
}

function statusOf(success: unknown, code: string, exitCode: number | null): ToolStatus {
  if (success !== false) return exitCode === null || exitCode === 0 ? 'completed' : 'failed'
  if (/denied|rejected/.test(code)) return 'denied'
  return /abort|cancel|interrupt/.test(code) ? 'interrupted' : 'failed'
}

/** The client's own last line under a command's output. */
function exitCodeIn(output: string): number | null {
  const [, code] = /<[^<>]*\bexit code (-?\d+)>\s*$/.exec(output.slice(-200)) ?? []
  return code === undefined ? null : Number(code)
}
