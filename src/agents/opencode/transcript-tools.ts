import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { Todo, ToolKind, ToolStatus } from '../../schema/transcript.js'
import { clip } from '../../util/clip.js'
import { asInteger, asList, asRecord, asText, compactJson } from '../../util/loose-json.js'
import { own } from '../../util/own.js'

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'command',
  edit: 'edit',
  write: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  multiedit: 'edit',
  read: 'read',
  list: 'read',
  grep: 'search',
  glob: 'search',
  webfetch: 'web',
  websearch: 'web',
  todowrite: 'todo',
  task: 'subagent',
  question: 'ask',
}

/** A tool's part has the call and, once there is one, its result. */
export function readToolPart(
  part: Record<string, unknown>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const state = asRecord(part['state'])
  const callId = asText(part['callID']) ?? asText(part['id'])
  const tool = asText(part['tool']) ?? 'unknown'
  if (callId === null) return sink.skip('calls without an id')
  const input = asRecord(state['input'])
  const toolKind = own(KINDS, tool) ?? 'other'
  if (tool === 'todowrite' && !place.sidechain) {
    sink.entry({ kind: 'todos', ...place, todos: todosIn(input) })
  }
  const written = asText(input['content'] ?? input['newString'] ?? input['patchText'])
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
    creates: tool === 'write',
  })
  const exitCode = asInteger(asRecord(state['metadata'])['exit'])
  const status = statusOf(state, exitCode)
  if (status === 'pending') return
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status,
    exitCode,
    output: clip(asText(state['output'] ?? state['error']) ?? '', 8_000),
  })
}

function statusOf(state: Record<string, unknown>, exitCode: number | null): ToolStatus {
  switch (state['status']) {
    case 'completed':
    case 'success':
      return exitCode === null || exitCode === 0 ? 'completed' : 'failed'
    case 'error': {
      const error = asText(state['error']) ?? ''
      // The client's own words for a refused permission.
      return /rejected permission to use this/i.test(error)
        ? 'denied'
        : /^(tool execution )?aborted/i.test(error)
          ? 'interrupted'
          : 'failed'
    }
    default:
      return 'pending'
  }
}

function filesIn(input: Record<string, unknown>): string[] {
  const file = input['filePath'] ?? input['path']
  if (typeof file === 'string') return [file.slice(0, 400)]
  const patch = asText(input['patchText']) ?? ''
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, name]) =>
    name!.trim(),
  )
}

function todosIn(input: Record<string, unknown>): Todo[] {
  return asList(input['todos']).map((item) => {
    const { content, status } = asRecord(item)
    const known = status === 'in_progress' || status === 'completed' || status === 'cancelled'
    return { text: (asText(content) ?? '').slice(0, 300), state: known ? status : 'pending' }
  })
}
