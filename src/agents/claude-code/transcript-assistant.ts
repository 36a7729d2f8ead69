import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { Todo, ToolKind } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import {
  asInteger,
  asList,
  asRecord,
  asText,
  compactJson,
  compactText,
} from '../../util/loose-json.js'
import type { ClaudeState } from './transcript-state.js'
import { own } from '../../util/own.js'

const MAX_TEXT = 16_000
const MAX_WRITTEN = 4_000

/** A line of the agent's: one block a line as a rule, all blocks of a message in some versions. */
export function readAssistant(
  line: Record<string, unknown>,
  place: EntryPlace,
  state: ClaudeState,
  sink: TranscriptSink,
): void {
  const message = asRecord(line['message'])
  if (line['isApiErrorMessage'] === true) {
    return sink.entry({ kind: 'error', ...place, text: clip(textOf(message['content']), 500) })
  }
  if (!place.sidechain && typeof message['model'] === 'string')
    sink.facts({ model: message['model'] })
  const { content } = message
  if (typeof content === 'string') return readText(content, line, message, place, sink)
  for (const part of asList(content)) {
    const block = asRecord(part)
    if (block['type'] === 'text') readText(asText(block['text']) ?? '', line, message, place, sink)
    else if (block['type'] === 'tool_use') readToolUse(block, place, state, sink)
  }
}

function readText(
  text: string,
  line: Record<string, unknown>,
  message: Record<string, unknown>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  if (text.trim() === '') return
  const cut = line['isAbortedMidStream'] === true || message['stop_reason'] === 'max_tokens'
  sink.entry({
    kind: 'agent',
    at: place.at,
    sidechain: place.sidechain,
    text: clip(text, MAX_TEXT),
    messageId: asText(message['id']),
    completed: !cut,
    outputTokens: asInteger(asRecord(message['usage'])['output_tokens']),
  })
}

function readToolUse(
  block: Record<string, unknown>,
  place: EntryPlace,
  state: ClaudeState,
  sink: TranscriptSink,
): void {
  const tool = asText(block['name']) ?? 'unknown'
  const input = asRecord(block['input'])
  const toolKind = kindOf(tool)
  const command = asText(input['command'])
  const todos = todosIn(tool, input)
  if (todos !== null && !place.sidechain) sink.entry({ kind: 'todos', ...place, todos })
  sink.entry({
    kind: 'tool-call',
    at: place.at,
    sidechain: place.sidechain,
    callId: asText(block['id']) ?? nameCall(state),
    tool,
    toolKind,
    input:
      toolKind === 'command' && command !== null ? compactText(command, 400) : compactJson(input),
    command: toolKind === 'command' && command !== null ? clip(command, MAX_WRITTEN) : null,
    files: filesIn(input),
    written: toolKind === 'edit' ? writtenBy(input) : null,
    creates: tool === 'Write' || tool === 'write',
  })
}

function nameCall(state: ClaudeState): string {
  const id = `nameless-${state.namelessCount++}`
  state.nameless.push(id)
  if (state.nameless.length > 20) state.nameless.shift()
  return id
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'command',
  powershell: 'command',
  edit: 'edit',
  multiedit: 'edit',
  write: 'edit',
  notebookedit: 'edit',
  read: 'read',
  notebookread: 'read',
  ls: 'read',
  bashoutput: 'read',
  taskoutput: 'read',
  grep: 'search',
  glob: 'search',
  toolsearch: 'search',
  webfetch: 'web',
  websearch: 'web',
  todowrite: 'todo',
  taskcreate: 'todo',
  taskupdate: 'todo',
  task: 'subagent',
  agent: 'subagent',
  askuserquestion: 'ask',
  exitplanmode: 'plan',
}

const kindOf = (tool: string): ToolKind => own(KINDS, tool.toLowerCase()) ?? 'other'

function filesIn(input: Record<string, unknown>): string[] {
  const file = input['file_path'] ?? input['notebook_path'] ?? input['path']
  return typeof file === 'string' ? [file.slice(0, 400)] : []
}

function writtenBy(input: Record<string, unknown>): string {
  const pieces = [
    input['content'],
    input['new_string'],
    input['new_source'],
    ...asList(input['edits']).map((edit) => asRecord(edit)['new_string']),
  ]
  return clip(pieces.filter((piece) => typeof piece === 'string').join('\n'), MAX_WRITTEN)
}

const STATES = new Set(['pending', 'in_progress', 'completed', 'cancelled'])

function todosIn(tool: string, input: Record<string, unknown>): Todo[] | null {
  if (tool !== 'TodoWrite' || !Array.isArray(input['todos'])) return null
  return input['todos'].map((item) => {
    const { content, status } = asRecord(item)
    return {
      text: (asText(content) ?? '').slice(0, 300),
      state: STATES.has(status as string) ? (status as Todo['state']) : 'pending',
    }
  })
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((block) => asText(asRecord(block)['text']) ?? '')
    .join('\n')
}
