/**
 * Codex's rollout files: lines of `{timestamp, type, payload}` come in, normalised entries go out.
 * The client tells most things twice, as an event and as an item of the model's history; each is
 * taken once. Older flat lines are read as far as they go.
 */
import type { TokenUsage } from '../../schema/token-usage.js'
import { asInstant, asRecord, asText, shortHash } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { isCompactionSummary } from '../compaction-summary.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { noNamelessCalls } from '../nameless-calls.js'
import { opens } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import type { Figure } from '../read-usage.js'
import { codexTools } from './tools.js'
import { readToolCall, readToolOutput, rememberExit } from './transcript-calls.js'
import type { CodexState, Side } from './transcript-state.js'

type Read = (payload: Line, out: EntryWriter, state: CodexState) => void

const TYPES = /"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context)"/

export const transcriptReader = lineReader<CodexState>({
  tools: codexTools,
  recognises: (opening) => /^\s*\{"created_at"/.test(opening) || opens(1, TYPES)(opening),
  begin: () => ({
    sidechain: false,
    toldBy: { event: [], item: [] },
    ...noNamelessCalls(),
    exits: [],
    model: null,
    used: null,
  }),
  place: ({ timestamp, created_at: createdAt }, { sidechain }) => ({
    at: asInstant(timestamp ?? createdAt),
    sidechain,
  }),
  read(line, out, state) {
    const read = own(lines, String(line['type']))
    if (read === undefined) readFlat(line, out, state)
    else read(asRecord(line['payload']), out, state)
  },
})

const ignore: Read = () => {}

const lines: Readonly<Record<string, Read>> = {
  session_meta({ source, git, id, cwd }, out, state) {
    // A subagent's file says who started it instead of where it was started.
    if (asRecord(source)['subagent'] !== undefined) state.sidechain = true
    out.facts({ sessionId: id, cwd, branch: asRecord(git)['branch'] })
  },
  turn_context({ cwd, model, collaboration_mode: collaboration }, out, state) {
    state.model = asText(model) ?? state.model
    out.facts({ cwd, model })
    out.sink.facts({ mode: asText(asRecord(collaboration)['mode']) })
  },
  event_msg: (event, out, state) => own(events, String(event['type']))?.(event, out, state),
  response_item: (item, out, state) => own(items, String(item['type']))?.(item, out, state),
  compacted: (_, out, state) => readCompaction('item', out, state),
  world_state: ignore,
  inter_agent_communication_metadata: ignore,
}

const events: Readonly<Record<string, Read>> = {
  user_message: ({ message }, out, state) => readPerson(asText(message) ?? '', 'event', out, state),
  agent_message: ({ message }, out, state) =>
    readAgent(asText(message) ?? '', 'event', null, out, state),
  turn_aborted: (_, out) => out.interrupt(),
  context_compacted: (_, out, state) => readCompaction('event', out, state),
  token_count: ({ info }, out, state) => readUsed(asRecord(info), out, state),
  exec_command_end: rememberExit,
  error: ({ message }, out) => out.error(message),
  stream_error: ({ message }, out) => out.error(message),
}

const items: Readonly<Record<string, Read>> = {
  message({ role, content, id }, out, state) {
    if (role === 'assistant') readAgent(textIn(content), 'item', id, out, state)
    else if (role === 'user') readPerson(textIn(content), 'item', out, state)
  },
  function_call: readToolCall,
  custom_tool_call: readToolCall,
  local_shell_call: readToolCall,
  tool_call: readToolCall,
  function_call_output: readToolOutput,
  custom_tool_call_output: readToolOutput,
  tool_result: readToolOutput,
}

function readFlat(line: Line, out: EntryWriter, state: CodexState): void {
  const { type, role, message, content } = line
  const text = asText(message ?? content) ?? textIn(content)
  if (role === 'user') readPerson(text, 'item', out, state)
  else if (role === 'assistant') readAgent(text, 'item', null, out, state)
  else if (type === 'function_call') readToolCall(line, out, state)
  else if (type === 'function_result') readToolOutput(line, out, state)
  else out.skipUnknown(type)
}

function readCompaction(side: Side, out: EntryWriter, state: CodexState): void {
  if (!isSecond('compaction', side, state)) out.compaction()
}

/** What the client puts in the user's place, by the envelope it puts it in. */
const ENVELOPE = new RegExp(
  [
    String.raw`^\s*(?:<(environment_context|user_instructions|hook_prompt|turn_aborted|`,
    String.raw`user_shell_command|subagent_notification|permissions instructions|collaboration_mode|`,
    String.raw`skill|INSTRUCTIONS)\b|# AGENTS\.md instructions)`,
  ].join(''),
)

function readPerson(text: string, side: Side, out: EntryWriter, state: CodexState): void {
  const envelope = side === 'item' ? ENVELOPE.exec(text) : null
  if (envelope !== null) {
    return out.synthetic(text, envelope[1] === 'hook_prompt' ? 'hook-feedback' : 'meta')
  }
  if (isSecond(`user ${text}`, side, state)) return
  if (isCompactionSummary(text)) out.synthetic(text, 'compaction-summary')
  else out.human(text)
}

function readAgent(
  text: string,
  side: Side,
  messageId: unknown,
  out: EntryWriter,
  state: CodexState,
): void {
  if (text.trim() !== '' && !isSecond(`agent ${text}`, side, state)) out.agent(text, { messageId })
}

/** The second telling of what the other side told before. */
function isSecond(what: string, side: Side, { toldBy }: CodexState): boolean {
  const key = shortHash(what)
  const other = toldBy[side === 'event' ? 'item' : 'event']
  const index = other.indexOf(key)
  if (index !== -1) {
    other.splice(index, 1)
    return true
  }
  toldBy[side].push(key)
  if (toldBy[side].length > 8) toldBy[side].shift()
  return false
}

/** The input has what was cached in it, the output what was thought. */
const USED: Readonly<Record<Figure, string>> = {
  input: 'input_tokens',
  cacheRead: 'cached_input_tokens',
  cacheWrite: 'cache_write_input_tokens',
  output: 'output_tokens',
}

/** The sum over the session so far, told again and again: what it grew by is the latest answer's. */
function readUsed(info: Line, out: EntryWriter, state: CodexState): void {
  const told = readUsage(asRecord(info['total_token_usage']), USED)
  if (told === null) return out.usage(null, { model: state.model })
  const { input, cacheRead, cacheWrite } = told
  const total = { ...told, input: Math.max(0, input - cacheRead - cacheWrite) }
  out.usage(grownBy(total, state.used), { model: state.model })
  state.used = total
}

/** All of it where it was counted from the beginning again. */
function grownBy(total: TokenUsage, before: TokenUsage | null): TokenUsage {
  if (before === null || total.output < before.output) return total
  const grown = (Object.keys(USED) as Figure[]).map(
    (name) => [name, Math.max(0, total[name] - before[name])] as const,
  )
  return { ...total, ...Object.fromEntries(grown) }
}
