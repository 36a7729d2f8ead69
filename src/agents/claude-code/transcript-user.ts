import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryDraft, EntryPlace } from '../../agent.js'
import type { SyntheticSource, ToolStatus } from '../../schema/transcript.js'
import { asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { patchesCommentsOnly } from '../../util/comments-only.js'
import { isCompactionSummary } from '../compaction-summary.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import type { Line } from '../line-reader.js'
import { exitCodeIn } from '../tool-reader.js'
import { ENVELOPE, INTERRUPTS } from './client-lines.js'
import { HeldText } from './held-text.js'
import { claudeTools } from './tools.js'
import { readTask } from './read-task.js'
import type { ClaudeState } from './transcript-state.js'

const MAX_OUTPUT = 8_000

/** A line in the user's place: a prompt, tool results, or something the client wrote there. */
export function readUser(line: Line, out: EntryWriter, state: ClaudeState): void {
  const { content } = asRecord(line['message'])
  if (typeof content === 'string') return readMessage(content, line, out, state)
  const texts: string[] = []
  for (const part of asList(content)) {
    const block = asRecord(part)
    if (block['type'] === 'tool_result') readToolResult(block, line, out, state)
    else if (block['type'] === 'text') texts.push(asText(block['text']) ?? '')
    else if (block['type'] === 'image') texts.push('[image]')
  }
  if (texts.length > 0) readMessage(texts.join('\n'), line, out, state)
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
  return tag === 'task-notification' || tag === 'system-reminder' ? 'notification' : 'command'
}

const HUMAN_ORIGINS = new Set(['human', 'cli', 'user', 'sdk'])

function readToolResult(block: Line, line: Line, out: EntryWriter, state: ClaudeState): void {
  const callId = asText(block['tool_use_id']) ?? state.nameless.shift()
  if (callId === undefined) return out.sink.skip('results without a call')
  const { place, sink } = out
  const failed = block['is_error'] === true
  const output = outputOf(block['content'])
  const details = asRecord(line['toolUseResult'])
  const status = statusOf(failed, line, details, output)
  const exitCode = exitCodeOf(failed, details, output)
  const edited = editedBy(details['bashEditDiff'])
  sink.entry(new ResultEntry({ place, callId, status, exitCode, output, edited }))
  if (!place.sidechain && readTask(details, state)) {
    const todos = state.tasks.map(({ text, state: now }) => ({ text, state: now }))
    sink.entry({ kind: 'todos', ...place, todos })
  }
}

/** A result whose output is read on demand. */
class ResultEntry implements ResultDraft {
  readonly kind = 'tool-result'
  readonly at: string | null
  readonly sidechain: boolean
  readonly callId: string
  readonly status: ToolStatus
  readonly exitCode: number | null
  readonly edited?: NonNullable<ResultDraft['edited']>
  readonly #output: string | HeldText

  constructor({ place, callId, status, exitCode, output, edited }: ReadResult) {
    this.at = place.at
    this.sidechain = place.sidechain
    this.callId = callId
    this.status = status
    this.exitCode = exitCode
    this.#output = output
    if (edited !== null) this.edited = edited
  }

  get output(): string {
    return clipSafely(readText(this.#output), MAX_OUTPUT)
  }
}

type ResultDraft = Extract<EntryDraft, { kind: 'tool-result' }>

interface ReadResult extends Pick<ResultDraft, 'callId' | 'status' | 'exitCode'> {
  place: EntryPlace
  output: string | HeldText
  edited: NonNullable<ResultDraft['edited']> | null
}

const MAX_EDITED = 40

/** What a command really edited, as the client measured it; null where it says nothing. */
function editedBy(diff: unknown): NonNullable<ResultDraft['edited']> | null {
  const files = asRecord(diff)['files']
  if (!Array.isArray(files)) return null
  return files.slice(0, MAX_EDITED).flatMap((one) => {
    const { filePath, hunks } = asRecord(one)
    const file = asText(filePath)
    if (file === null) return []
    const lines = asList(hunks).flatMap((hunk) => asList(asRecord(hunk)['lines']).map(String))
    return [{ file: file.slice(0, 400), commentsOnly: patchesCommentsOnly([file], lines) }]
  })
}

const readText = (text: string | HeldText): string => (typeof text === 'string' ? text : text.text)

function statusOf(
  failed: boolean,
  { toolDenialKind }: Line,
  { interrupted }: Line,
  output: string | HeldText,
): ToolStatus {
  if (interrupted === true) return 'interrupted'
  if (!failed) return 'completed'
  const text = readText(output)
  const isDenied = toolDenialKind !== undefined || claudeTools.endings.some(([it]) => it.test(text))
  if (isDenied) return 'denied'
  return INTERRUPTS.has(text.trim()) ? 'interrupted' : 'failed'
}

/** A failing command's first line has its code; one that the client says nothing of ended with 0. */
function exitCodeOf(failed: boolean, details: Line, output: string | HeldText): number | null {
  const told = asInteger(details['exitCode'] ?? details['exit_code'])
  if (told !== null) return told
  if (failed) return exitCodeIn(readText(output), claudeTools)
  // A command that goes on in the background has ended with nothing yet.
  return details['backgroundTaskId'] === undefined && !output.startsWith(BACKGROUND) ? 0 : null
}

const BACKGROUND = 'Command running in background with ID'

const outputOf = (content: unknown): string | HeldText =>
  content instanceof HeldText ? content : textIn(content)
