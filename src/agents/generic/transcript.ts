/**
 * Our own transcript form, documented in `docs/generic-agent.md`: one JSON object a line, a
 * transcript entry each, where what can be filled in may be left out.
 */
import { clipSafely, headSafely } from '../../safety/clip-safely.js'
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
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { isTodoState } from '../tool-reader.js'

// The first key of the first line: other clients have a `kind` too, further in.
const OPENING =
  /^\s*(?:\[\s*)?\{\s*"kind"\s*:\s*"(?:session|human|synthetic|agent|tool-call|tool-result|todos|compaction|interrupt|error)"/

export const transcriptReader = lineReader({
  tools: { kinds: {}, file: [], written: [], creates: [], endings: [] },
  recognises: (opening) => OPENING.test(opening),
  place: ({ at, sidechain }) => ({ at: asInstant(at), sidechain: sidechain === true }),
  read(line, out) {
    const read = own(readers, asText(line['kind']) ?? '')
    if (read === undefined) out.sink.skip('lines of an unknown kind')
    else read(line, out)
  },
  values: asList,
})

const textOf = ({ text }: Line): string => asText(text) ?? ''

const readers: Readonly<Record<string, (line: Line, out: EntryWriter) => void>> = {
  session: ({ sessionId, cwd, branch, model, mode }, out) =>
    out.facts({ sessionId, cwd, branch, model, mode }),
  human: (line, out) => out.human(textOf(line)),
  synthetic: (line, out) =>
    out.synthetic(textOf(line), SyntheticSource.safeParse(line['source']).data),
  agent: (line, out) =>
    out.agent(textOf(line), {
      messageId: line['messageId'],
      completed: line['completed'] !== false,
      outputTokens: line['outputTokens'],
    }),
  'tool-call': readToolCall,
  'tool-result': readToolResult,
  todos: ({ todos }, { sink, place }) =>
    sink.entry({ kind: 'todos', ...place, todos: asList(todos).map(readTodo) }),
  compaction: ({ trigger }, out) => out.compaction(trigger),
  interrupt: (_line, out) => out.interrupt(),
  error: (line, out) => out.error(line['text']),
}

function readToolCall(line: Line, { sink, place }: EntryWriter): void {
  const callId = asText(line['callId'])
  const tool = asText(line['tool'])
  if (callId === null || tool === null) return sink.skip(LACKS)
  const command = asText(line['command'])
  const kind = ToolKind.safeParse(line['toolKind'])
  const written = asText(line['written'])
  const files = asList(line['files']).filter((file) => typeof file === 'string')
  const isComment =
    files.length === 1 && changesCommentsOnly(files[0], asText(line['replaced']), written)
  const input = line['input'] ?? { command, files: line['files'] }
  sink.entry({
    kind: 'tool-call',
    ...place,
    callId,
    tool,
    toolKind: kind.success ? kind.data : command === null ? 'other' : 'command',
    input: compactJson(typeof input === 'object' ? asRecord(input) : { input }),
    command: command === null ? null : clipSafely(command, 4_000),
    files,
    written: written === null ? null : clipSafely(written, 4_000),
    creates: line['creates'] === true,
    ...(isComment ? { commentsOnly: true } : {}),
  })
}

const LACKS = 'lines without what their kind needs'

function readToolResult(line: Line, { sink, place }: EntryWriter): void {
  const callId = asText(line['callId'])
  if (callId === null) return sink.skip(LACKS)
  const exitCode = asInteger(line['exitCode'])
  const status = ToolStatus.safeParse(line['status'])
  const guess = exitCode === null || exitCode === 0 ? 'completed' : 'failed'
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId,
    status: status.success ? status.data : guess,
    exitCode,
    output: clipSafely(asText(line['output']) ?? '', 8_000),
  })
}

function readTodo(value: unknown): Todo {
  const { text, state } = asRecord(value)
  return {
    text: headSafely(asText(text) ?? '', 300),
    state: isTodoState(state) ? state : 'pending',
  }
}
