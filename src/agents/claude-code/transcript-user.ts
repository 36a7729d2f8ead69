import type { SyntheticSource } from '../../schema/transcript.js'
import { patchesCommentsOnly } from '../../util/comments-only.js'
import { asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { isCompactionSummary } from '../compaction-summary.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import type { Line } from '../line-reader.js'
import { exitCodeIn } from '../tool-reader.js'
import type { ToolResult } from '../tool-reader.js'
import { ENVELOPE, INTERRUPTS } from './client-lines.js'
import { readTask } from './read-task.js'
import { claudeTools } from './tools.js'
import type { ClaudeState } from './transcript-state.js'

/** A line in the user's place: a prompt, tool results, or something the client wrote there. */
export function readUser(line: Line, out: EntryWriter, state: ClaudeState): void {
  const { content } = asRecord(line['message'])
  if (typeof content === 'string') return readMessage(content, line, out, state)
  const texts: string[] = []
  let isBeside = false
  for (const part of asList(content)) {
    const block = asRecord(part)
    if (block['type'] === 'tool_result') {
      isBeside = true
      readToolResult(block, line, out, state)
    } else if (block['type'] === 'text') texts.push(asText(block['text']) ?? '')
    else if (block['type'] === 'image') texts.push('[image]')
  }
  if (texts.length === 0) return
  // A person's message has a line of its own; what stands beside a result is the client's, or a tool's.
  readMessage(
    texts.join('\n'),
    isBeside && line['origin'] === undefined ? { ...line, isMeta: true } : line,
    out,
    state,
  )
}

function readMessage(text: string, line: Line, out: EntryWriter, state: ClaudeState): void {
  if (INTERRUPTS.has(text.trim())) return out.interrupt()
  if (line['isCompactSummary'] === true || isCompactionSummary(text)) {
    // Versions without a boundary line have only the summary to show for a compaction.
    if (!state.boundary) out.compaction()
    state.boundary = false
    return out.synthetic(text, 'compaction-summary')
  }
  const source = syntheticSource(line, text)
  if (source === null) out.human(text)
  else out.synthetic(text, source)
}

/** null for a person's own words. Metadata decides; the tags are the client's own envelopes. */
function syntheticSource(line: Line, text: string): SyntheticSource | null {
  const origin = asText(asRecord(line['origin'])['kind'])
  if (origin !== null && HUMAN_ORIGINS.has(origin) && line['isMeta'] !== true) {
    return ENVELOPE.test(text) ? 'command' : null
  }
  if (origin === 'task-notification') return 'notification'
  if (line['isMeta'] === true) {
    return text.startsWith('Stop hook feedback:') ? 'hook-feedback' : 'meta'
  }
  if (origin !== null) return 'meta'
  const [, tag] = ENVELOPE.exec(text) ?? []
  if (tag === undefined) return null
  return NOTIFYING.has(tag) ? 'notification' : 'command'
}

const NOTIFYING = new Set(['task-notification', 'teammate-message', 'system-reminder'])
const HUMAN_ORIGINS = new Set(['human', 'cli', 'user', 'sdk'])

function readToolResult(block: Line, line: Line, out: EntryWriter, state: ClaudeState): void {
  const { place, sink } = out
  const { is_error: isError, content, tool_use_id: id } = block
  const details = asRecord(line['toolUseResult'])
  const [isFailed, output] = [isError === true, textIn(content)]
  out.result(asText(id) ?? state.nameless.shift(), {
    isFailed,
    output,
    exitCode: exitCodeOf(isFailed, details, output),
    ...statusOf(isFailed, line, details),
    ...editedBy(details['bashEditDiff']),
  })
  if (!place.sidechain && readTask(details, state)) {
    const todos = state.tasks.map(({ text, state: now }) => ({ text, state: now }))
    sink.entry({ kind: 'todos', ...place, todos })
  }
}

/** What the client says beside the output; a command that it calls well done is, whatever its code. */
function statusOf(
  isFailed: boolean,
  { toolDenialKind }: Line,
  { interrupted }: Line,
): Pick<ToolResult, 'status'> {
  if (interrupted === true) return { status: 'interrupted' }
  if (!isFailed) return { status: 'completed' }
  return toolDenialKind === undefined ? {} : { status: 'denied' }
}

/** A failing command's first line has its code; one that the client says nothing of ended with 0. */
function exitCodeOf(isFailed: boolean, details: Line, output: string): number | null {
  const told = asInteger(details['exitCode'] ?? details['exit_code'])
  if (told !== null) return told
  if (isFailed) return exitCodeIn(output, claudeTools)
  // A command that goes on in the background has ended with nothing yet.
  return details['backgroundTaskId'] === undefined && !output.startsWith(BACKGROUND) ? 0 : null
}

const BACKGROUND = 'Command running in background with ID'
const MAX_EDITED = 40

/** What a command really edited, as the client measured it. */
function editedBy(diff: unknown): Pick<ToolResult, 'edited'> {
  const { files } = asRecord(diff)
  if (!Array.isArray(files)) return {}
  const edited = files.slice(0, MAX_EDITED).flatMap((one) => {
    const { filePath, hunks } = asRecord(one)
    const file = asText(filePath)
    if (file === null) return []
    const lines = asList(hunks).flatMap((hunk) => asList(asRecord(hunk)['lines']).map(String))
    return [{ file: file.slice(0, 400), commentsOnly: patchesCommentsOnly([file], lines) }]
  })
  return { edited }
}
