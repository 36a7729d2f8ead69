/**
 * Claude Code's transcripts: the lines that it keeps under `projects/` and the ones that it streams
 * come in, normalised entries go out. The client calls the form internal: a line that means nothing
 * to us is no error, and one that we can't read is counted, never thrown.
 */
import { asInstant, asRecord, asText } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { remember } from '../../util/remember.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { noNamelessCalls } from '../nameless-calls.js'
import { openingLines } from '../opening-lines.js'
import { claudeTools } from './tools.js'
import { readAssistant } from './transcript-assistant.js'
import type { ClaudeState } from './transcript-state.js'
import { readUser } from './transcript-user.js'

export const transcriptReader = lineReader<ClaudeState>({
  tools: claudeTools,
  recognises,
  begin: () => ({ seen: [], ...noNamelessCalls(), boundary: false, tasks: [], told: {} }),
  place: (line) => ({
    at: asInstant(line['timestamp']),
    sidechain: line['isSidechain'] === true || typeof line['parent_tool_use_id'] === 'string',
  }),
  read(line, out, state) {
    if (isRepeated(line, state)) return out.sink.skip('repeated lines')
    // A subagent works elsewhere at times, but a file that is all its own still says whose it is.
    if (!out.place.sidechain || state.told.sessionId === undefined) readFacts(line, out, state)
    const { type } = line
    const read = typeof type === 'string' ? own(readers, type) : undefined
    if (read !== undefined) read(line, out, state)
    else if (!OTHER_TYPES.has(String(type))) out.skipUnknown(type)
  },
})

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

type Read = (line: Line, out: EntryWriter, state: ClaudeState) => void

const readMode: Read = ({ permissionMode, mode }, { sink }) =>
  sink.facts({ mode: asText(permissionMode ?? mode) })

const readers: Readonly<Record<string, Read>> = {
  user: readUser,
  assistant: readAssistant,
  system: readSystem,
  // The last line of a stream: says how the whole ended.
  result: ({ is_error: isError, result }, out) =>
    isError === true ? out.error(asText(result) ?? 'the run ended in an error') : undefined,
  mode: readMode,
  'permission-mode': readMode,
  attachment: readAttachment,
  // An older form has tool calls as lines of their own.
  tool_use: (line, out, state) => readAssistant({ message: { content: [line] } }, out, state),
  tool_result: (line, out, state) =>
    readUser({ message: { content: [{ content: line['output'], ...line }] } }, out, state),
}

/** Known, and nothing that we need. */
const OTHER_TYPES = new Set(
  (
    'summary file-history-snapshot queue-operation progress ai-title custom-title agent-name ' +
    'last-prompt pr-link frame-link started relocated worktree-state bridge-session stream_event'
  ).split(' '),
)

const REMEMBERED_IDS = 100

function isRepeated({ uuid }: Line, { seen }: ClaudeState): boolean {
  return typeof uuid === 'string' && uuid.length >= 32 && !remember(seen, uuid, REMEMBERED_IDS)
}

function readFacts(line: Line, out: EntryWriter, state: ClaudeState): void {
  const { cwd, gitBranch } = line
  const sessionId = line['sessionId'] ?? line['session_id']
  const { told } = state
  // They stand in every line, and hardly ever change.
  if (told.cwd === cwd && told.gitBranch === gitBranch && told.sessionId === sessionId) return
  state.told = { cwd, gitBranch, sessionId }
  out.facts({ cwd, branch: gitBranch, sessionId })
  if (gitBranch === '') out.sink.facts({ branch: null })
}

function readSystem(line: Line, out: EntryWriter, state: ClaudeState): void {
  // One of the streamed forms wraps the whole line once more.
  const body = line['subtype'] === undefined ? asRecord(line['message']) : line
  switch (body['subtype']) {
    case 'compact_boundary':
      state.boundary = true
      return out.compaction(
        asRecord(body['compactMetadata'] ?? body['compact_metadata'])['trigger'],
      )
    case 'init':
      return out.sink.facts({
        sessionId: asText(body['session_id']),
        cwd: asText(body['cwd']),
        model: asText(body['model']),
        mode: asText(body['permissionMode']),
      })
    case 'api_error':
      return out.error('the provider answered with an error')
  }
}

function readAttachment(line: Line, out: EntryWriter): void {
  const { type, prompt, origin, commandMode } = asRecord(line['attachment'])
  if (type !== 'queued_command') return
  const kind = asText(asRecord(origin)['kind']) ?? 'human'
  const isTyped = commandMode === 'prompt' && kind === 'human' && !out.place.sidechain
  if (isTyped) out.human(textIn(prompt))
  else out.synthetic(textIn(prompt), 'notification')
}
