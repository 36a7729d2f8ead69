import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { Todo, ToolKind } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import { asInteger, asList, asRecord, asText, compactJson } from '../../util/loose-json.js'
import type { CodexState } from './transcript-state.js'
import { own } from '../../util/own.js'

const KINDS: Readonly<Record<string, ToolKind>> = {
  shell: 'command',
  shell_command: 'command',
  exec_command: 'command',
  local_shell: 'command',
  run_shell_command: 'command',
  unified_exec: 'command',
  write_stdin: 'read',
  apply_patch: 'edit',
  view_image: 'read',
  read_file: 'read',
  list_dir: 'read',
  grep_files: 'search',
  tool_search: 'search',
  web_search: 'web',
  update_plan: 'todo',
  spawn_agent: 'subagent',
  request_user_input: 'ask',
}

export function readToolCall(
  item: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const tool =
    asText(item['name']) ??
    asText(asRecord(item['function'])['name']) ??
    (item['type'] === 'local_shell_call' ? 'local_shell' : 'unknown')
  const raw = item['arguments'] ?? item['input'] ?? item['action']
  const input = typeof raw === 'string' ? parseArguments(raw) : asRecord(raw)
  const command = commandIn(input)
  const patch = patchIn(tool, input, command)
  const toolKind = patch === null ? (own(KINDS, tool) ?? 'other') : 'edit'
  if (tool === 'update_plan' && !place.sidechain) {
    sink.entry({ kind: 'todos', ...place, todos: todosIn(input) })
  }
  sink.entry({
    kind: 'tool-call',
    ...place,
    callId: asText(item['call_id']) ?? nameCall(state),
    tool,
    toolKind,
    input: compactJson(input),
    command: toolKind === 'command' && command !== null ? clip(command, 4_000) : null,
    files: patch === null ? [] : filesOf(patch),
    written: patch === null ? null : clip(addedBy(patch), 4_000),
    creates: patch !== null && patch.includes('*** Add File: '),
  })
}

/** Arguments are JSON in a text as a rule; a freeform tool's are just a text. */
function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? asRecord(value) : { input: text }
  } catch {
    return { input: text }
  }
}

function commandIn(input: Record<string, unknown>): string | null {
  const command = input['command'] ?? input['cmd']
  if (typeof command === 'string') return command
  const words = asList(command).filter((word) => typeof word === 'string')
  if (words.length === 0) return null
  // `bash -lc "…"`: the line is what was run.
  return words.length === 3 && /^-\w*c$/.test(words[1]!) ? words[2]! : words.join(' ')
}

function patchIn(
  tool: string,
  input: Record<string, unknown>,
  command: string | null,
): string | null {
  const text = tool === 'apply_patch' ? asText(input['input'] ?? input['patch']) : command
  return text !== null && text.includes('*** Begin Patch') ? text : null
}

const filesOf = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, file]) => file!.trim())

const addedBy = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')

function todosIn(input: Record<string, unknown>): Todo[] {
  return asList(input['plan']).map((item) => {
    const { step, status } = asRecord(item)
    return {
      text: (asText(step) ?? '').slice(0, 300),
      state: status === 'completed' || status === 'in_progress' ? status : 'pending',
    }
  })
}

function nameCall(state: CodexState): string {
  const id = `nameless-${state.namelessCount++}`
  state.nameless.push(id)
  if (state.nameless.length > 20) state.nameless.shift()
  return id
}

/** An event that tells how a command ended, before or after the model was told. */
export function rememberExit(event: Record<string, unknown>, state: CodexState): void {
  const callId = asText(event['call_id'])
  const code = asInteger(event['exit_code'])
  if (callId === null || code === null) return
  state.exits.push([callId, code])
  if (state.exits.length > 20) state.exits.shift()
}

export function readToolOutput(
  item: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const callId = asText(item['call_id']) ?? state.nameless.shift()
  if (callId === undefined) return sink.skip('results without a call')
  const { text, told, success } = unwrap(item['output'] ?? item['result'])
  const remembered = state.exits.find(([id]) => id === callId)?.[1] ?? null
  const exitCode = told ?? remembered ?? exitCodeIn(text)
  const denied = /^(exec command rejected|patch rejected|rejected) by user/i.test(text)
  const failed = success === false || (exitCode !== null && exitCode !== 0)
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status: denied
      ? 'denied'
      : /^aborted by user/i.test(text)
        ? 'interrupted'
        : failed
          ? 'failed'
          : 'completed',
    exitCode,
    output: clip(text, 8_000),
  })
}

interface Unwrapped {
  text: string
  told: number | null
  success: boolean | null
}

/** The output in one of its many coats: text, parts, JSON in a text, a record of streams. */
function unwrap(value: unknown): Unwrapped {
  if (typeof value === 'string') {
    if (!value.startsWith('{"output"')) return { text: value, told: null, success: null }
    const { output, metadata } = parseArguments(value)
    return {
      text: asText(output) ?? value,
      told: asInteger(asRecord(metadata)['exit_code']),
      success: null,
    }
  }
  if (Array.isArray(value)) {
    const text = value.map((part) => asText(asRecord(part)['text']) ?? '').join('\n')
    return { text, told: null, success: null }
  }
  const record = asRecord(value)
  const streams = [record['stdout'], record['stderr']].filter((part) => typeof part === 'string')
  const text = asText(record['text'] ?? record['content'] ?? record['output']) ?? streams.join('\n')
  const { success } = record
  return {
    text,
    told: asInteger(record['exitCode'] ?? record['exit_code']),
    success: typeof success === 'boolean' ? success : null,
  }
}

function exitCodeIn(text: string): number | null {
  const [, code] =
    /^(?:Exit code: |Process exited with code )(-?\d+)/m.exec(text.slice(0, 400)) ?? []
  return code === undefined ? null : Number(code)
}
