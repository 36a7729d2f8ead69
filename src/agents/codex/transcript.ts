/**
 * Codex's rollout files: lines of `{timestamp, type, payload}` come in, normalised entries go out.
 * The client tells most things twice, as an event and as an item of the model's history; each is
 * taken once. Older flat lines are read as far as they go.
 */
import { isCompactionSummary } from '../compaction-summary.js'
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asList, asRecord, asText, shortHash } from '../../util/loose-json.js'
import { noNamelessCalls } from '../nameless-calls.js'
import { readToolCall, readToolOutput, rememberExit } from './transcript-calls.js'
import type { CodexState } from './transcript-state.js'
import { openingLines } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import type { Figure } from '../read-usage.js'
import type { TokenUsage } from '../../schema/token-usage.js'

const TYPES = /"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context)"/

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    /^\s*\{"created_at"/.test(opening) || openingLines(opening, 1).some((line) => TYPES.test(line)),
  begin: (): CodexState => ({
    sidechain: false,
    toldByEvent: [],
    toldByItem: [],
    ...noNamelessCalls(),
    exits: [],
    model: null,
    used: null,
  }),
  read: (value, state, sink) => readLine(asRecord(value), state as CodexState, sink),
}

function readLine(line: Record<string, unknown>, state: CodexState, sink: TranscriptSink): void {
  const payload = asRecord(line['payload'])
  const place = {
    at: asInstant(line['timestamp'] ?? line['created_at']),
    sidechain: state.sidechain,
  }
  switch (line['type']) {
    case 'session_meta':
      return readMeta(payload, state, sink)
    case 'turn_context':
      state.model = asText(payload['model']) ?? state.model
      return sink.facts({
        ...textFacts({ cwd: payload['cwd'], model: payload['model'] }),
        mode: asText(asRecord(payload['collaboration_mode'])['mode']),
      })
    case 'event_msg':
      return readEvent(payload, place, state, sink)
    case 'response_item':
      return readItem(payload, place, state, sink)
    case 'compacted':
      if (isSecond('compaction', 'item', state)) return
      return sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
    case 'world_state':
    case 'inter_agent_communication_metadata':
      return
    default:
      return readFlat(line, place, state, sink)
  }
}

const textFacts = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === 'string'))

function readMeta(payload: Record<string, unknown>, state: CodexState, sink: TranscriptSink): void {
  // A subagent's file says who started it instead of where it was started.
  if (asRecord(payload['source'])['subagent'] !== undefined) state.sidechain = true
  const branch = asRecord(payload['git'])['branch']
  sink.facts(textFacts({ sessionId: payload['id'], cwd: payload['cwd'], branch }))
}

function readEvent(
  event: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  switch (event['type']) {
    case 'user_message':
      return readPerson(asText(event['message']) ?? '', 'event', place, state, sink)
    case 'agent_message':
      return readAgent(asText(event['message']) ?? '', 'event', null, place, state, sink)
    case 'turn_aborted':
      return sink.entry({ kind: 'interrupt', ...place })
    case 'context_compacted':
      if (isSecond('compaction', 'event', state)) return
      return sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
    case 'token_count':
      return readUsed(asRecord(event['info']), place, state, sink)
    case 'exec_command_end':
      return rememberExit(event, state)
    case 'error':
    case 'stream_error':
      return sink.entry({
        kind: 'error',
        ...place,
        text: clipSafely(asText(event['message']) ?? '', 500),
      })
  }
}

/** The input has what was cached in it, the output what was thought. */
const USED = {
  input: 'input_tokens',
  cacheRead: 'cached_input_tokens',
  cacheWrite: 'cache_write_input_tokens',
  output: 'output_tokens',
}

/** The sum over the session so far, told again and again: what it grew by is the latest answer's. */
function readUsed(
  info: Record<string, unknown>,
  { at }: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const told = readUsage(asRecord(info['total_token_usage']), USED)
  const source = { id: null, at, model: state.model }
  if (told === null) return sink.usage(null, source)
  const { input, cacheRead, cacheWrite } = told
  const total = { ...told, input: Math.max(0, input - cacheRead - cacheWrite) }
  sink.usage(grownBy(total, state.used), source)
  state.used = total
}

/** All of it where it was counted from the beginning again. */
function grownBy(total: TokenUsage, before: TokenUsage | null): TokenUsage {
  if (before === null || total.output < before.output) return total
  const grown = (name: Figure): number => Math.max(0, total[name] - before[name])
  return {
    input: grown('input'),
    cacheRead: grown('cacheRead'),
    cacheWrite: grown('cacheWrite'),
    output: grown('output'),
  }
}

function readItem(
  item: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  switch (item['type']) {
    case 'message': {
      const text = textOf(item['content'])
      if (item['role'] === 'assistant') {
        return readAgent(text, 'item', asText(item['id']), place, state, sink)
      }
      if (item['role'] === 'user') return readPerson(text, 'item', place, state, sink)
      return
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_call':
      return readToolCall(item, place, state, sink)
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_result':
      return readToolOutput(item, place, state, sink)
  }
}

/** What the client puts in the user's place, by the envelope it puts it in. */
const ENVELOPE = new RegExp(
  [
    String.raw`^\s*(?:<(environment_context|user_instructions|hook_prompt|turn_aborted|`,
    String.raw`user_shell_command|subagent_notification|permissions instructions|collaboration_mode|`,
    String.raw`skill|INSTRUCTIONS)\b|# AGENTS\.md instructions)`,
  ].join(''),
)

function readPerson(
  text: string,
  told: 'event' | 'item',
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const envelope = told === 'item' ? ENVELOPE.exec(text) : null
  if (envelope !== null) {
    const source = envelope[1] === 'hook_prompt' ? 'hook-feedback' : 'meta'
    return sink.entry({ kind: 'synthetic', ...place, source, text: clipSafely(text, 1_000) })
  }
  if (isSecond(`user ${text}`, told, state)) return
  if (isCompactionSummary(text)) {
    const source = 'compaction-summary'
    return sink.entry({ kind: 'synthetic', ...place, source, text: clipSafely(text, 1_000) })
  }
  if (place.sidechain) {
    return sink.entry({
      kind: 'synthetic',
      ...place,
      source: 'meta',
      text: clipSafely(text, 1_000),
    })
  }
  sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
}

function readAgent(
  text: string,
  told: 'event' | 'item',
  messageId: string | null,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  if (text.trim() === '' || isSecond(`agent ${text}`, told, state)) return
  sink.entry({
    kind: 'agent',
    ...place,
    text: clipSafely(text, 16_000),
    messageId,
    completed: true,
    outputTokens: null,
  })
}

/** The second telling of what the other side told before. */
function isSecond(what: string, told: 'event' | 'item', state: CodexState): boolean {
  const key = shortHash(what)
  const [own, other] =
    told === 'event' ? [state.toldByEvent, state.toldByItem] : [state.toldByItem, state.toldByEvent]
  const index = other.indexOf(key)
  if (index !== -1) {
    other.splice(index, 1)
    return true
  }
  own.push(key)
  if (own.length > 8) own.shift()
  return false
}

function readFlat(
  line: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const text = asText(line['message'] ?? line['content']) ?? textOf(line['content'])
  if (line['role'] === 'user') return readPerson(text, 'item', place, state, sink)
  if (line['role'] === 'assistant') return readAgent(text, 'item', null, place, state, sink)
  if (line['type'] === 'function_call') return readToolCall(line, place, state, sink)
  if (line['type'] === 'function_result') return readToolOutput(line, place, state, sink)
  sink.skip(typeof line['type'] === 'string' ? 'lines of an unknown type' : 'lines without a type')
}

const textOf = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map((part) => asText(asRecord(part)['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n')
