/**
 * Claude Code's transcripts: the lines that it keeps under `projects/` and the ones that it streams
 * come in, normalised entries go out. The client calls the form internal: a line that means nothing
 * to us is no error, and one that we can't read is counted, never thrown.
 */
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import type { SessionFacts } from '../../schema/transcript.js'
import { asInstant, asList, asRecord, asText } from '../../util/loose-json.js'
import { remember } from '../../util/remember.js'
import { noNamelessCalls } from '../nameless-calls.js'
import { readAssistant } from './transcript-assistant.js'
import { parseLine } from './transcript-line.js'
import { readUser } from './transcript-user.js'
import type { ClaudeState } from './transcript-state.js'
import { openingLines } from '../opening-lines.js'

export const transcriptReader: TranscriptReader = {
  recognises,
  parse: parseLine,
  begin: (): ClaudeState => ({
    seen: [],
    ...noNamelessCalls(),
    boundary: false,
    tasks: [],
    told: {},
  }),
  read: (value, state, sink) => readLine(asRecord(value), state as ClaudeState, sink),
}

const LINE_TYPES = /"type"\s*:\s*"(user|assistant|system|summary|file-history-snapshot)"/

const LINE_IDS = /"(sessionId|session_id|parentUuid|leafUuid)"\s*:/
/** `{message: {content: [{tool_use_id}]}}`. */
const RESULT_DEPTH = 4

/** One line has both: in other clients' files they stand apart. */
function recognises(opening: string): boolean {
  if (!opening.trimStart().startsWith('{')) return false
  const deep = openingLines(opening, RESULT_DEPTH)
  return openingLines(opening, 1).some(
    (line, index) =>
      LINE_TYPES.test(line) && (LINE_IDS.test(line) || /"tool_use_id"\s*:/.test(deep[index]!)),
  )
}

function readLine(line: Record<string, unknown>, state: ClaudeState, sink: TranscriptSink): void {
  if (isRepeated(line, state)) return sink.skip('repeated lines')
  const place = { at: asInstant(line['timestamp']), sidechain: isSidechain(line) }
  // A subagent works elsewhere at times, but a file that is all its own still says whose it is.
  if (!place.sidechain || state.told.sessionId === undefined) readFacts(line, state, sink)
  switch (line['type']) {
    case 'user':
      return readUser(line, place, state, sink)
    case 'assistant':
      return readAssistant(line, place, state, sink)
    case 'system':
      return readSystem(line, place, state, sink)
    case 'result':
      return readResult(line, place, sink)
    case 'mode':
    case 'permission-mode':
      return sink.facts({ mode: asText(line['permissionMode'] ?? line['mode']) })
    case 'attachment':
      return readAttachment(asRecord(line['attachment']), place, sink)
    // An older form has tool calls as lines of their own.
    case 'tool_use':
      return readAssistant({ message: { content: [line] } }, place, state, sink)
    case 'tool_result':
      return readUser(
        { message: { content: [{ content: line['output'], ...line }] } },
        place,
        state,
        sink,
      )
    default:
      if (typeof line['type'] !== 'string') sink.skip('lines without a type')
      else if (!OTHER_TYPES.has(line['type'])) sink.skip('lines of an unknown type')
  }
}

/** Known, and nothing that we need. */
const OTHER_TYPES = new Set(
  (
    'summary file-history-snapshot queue-operation progress ai-title custom-title agent-name ' +
    'last-prompt pr-link frame-link started relocated worktree-state bridge-session stream_event'
  ).split(' '),
)

const REMEMBERED_IDS = 100

function isRepeated(line: Record<string, unknown>, { seen }: ClaudeState): boolean {
  const id = line['uuid']
  if (typeof id !== 'string' || id.length < 32) return false
  return !remember(seen, id, REMEMBERED_IDS)
}

const isSidechain = (line: Record<string, unknown>): boolean =>
  line['isSidechain'] === true || typeof line['parent_tool_use_id'] === 'string'

function readFacts(line: Record<string, unknown>, state: ClaudeState, sink: TranscriptSink): void {
  const { cwd, gitBranch } = line
  const sessionId = line['sessionId'] ?? line['session_id']
  const { told } = state
  // They stand in every line, and hardly ever change.
  if (told.cwd === cwd && told.gitBranch === gitBranch && told.sessionId === sessionId) return
  state.told = { cwd, gitBranch, sessionId }
  const facts: Partial<SessionFacts> = {}
  if (typeof cwd === 'string') facts.cwd = cwd
  if (typeof gitBranch === 'string') facts.branch = gitBranch === '' ? null : gitBranch
  if (typeof sessionId === 'string') facts.sessionId = sessionId
  sink.facts(facts)
}

function readSystem(
  line: Record<string, unknown>,
  place: EntryPlace,
  state: ClaudeState,
  sink: TranscriptSink,
): void {
  // One of the streamed forms wraps the whole line once more.
  const body = line['subtype'] === undefined ? asRecord(line['message']) : line
  switch (body['subtype']) {
    case 'compact_boundary': {
      const about = asRecord(body['compactMetadata'] ?? body['compact_metadata'])
      const trigger = about['trigger']
      state.boundary = true
      return sink.entry({
        kind: 'compaction',
        ...place,
        trigger: trigger === 'manual' || trigger === 'auto' ? trigger : 'unknown',
      })
    }
    case 'init':
      return sink.facts({
        sessionId: asText(body['session_id']),
        cwd: asText(body['cwd']),
        model: asText(body['model']),
        mode: asText(body['permissionMode']),
      })
    case 'api_error':
      return sink.entry({ kind: 'error', ...place, text: 'the provider answered with an error' })
  }
}

/** The last line of a stream: says how the whole ended. */
function readResult(line: Record<string, unknown>, place: EntryPlace, sink: TranscriptSink): void {
  if (line['is_error'] === true) {
    sink.entry({
      kind: 'error',
      ...place,
      text: asText(line['result']) ?? 'the run ended in an error',
    })
  }
}

function readAttachment(
  attachment: Record<string, unknown>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  if (attachment['type'] !== 'queued_command') return
  const prompt = attachment['prompt']
  const text =
    asText(prompt) ??
    asList(prompt)
      .map((block) => asText(asRecord(block)['text']) ?? '')
      .join('\n')
  const origin = asText(asRecord(attachment['origin'])['kind'])
  const byHuman = attachment['commandMode'] === 'prompt' && (origin === null || origin === 'human')
  if (byHuman && !place.sidechain) sink.entry({ kind: 'human', ...place, text })
  else sink.entry({ kind: 'synthetic', ...place, source: 'notification', text })
}
