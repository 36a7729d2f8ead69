/**
 * Lines of the log as signals: each line comes in once, with what it refers to in the store; spans,
 * events and points go out. Texts of people and agents stay out unless content is asked for.
 */
import { costOfUsage, findPrice } from '../data/prices.js'
import type { AgentEventOf } from '../schema/agent-event.js'
import type { LogEvent } from '../schema/log-event.js'
import type { ModelCall } from '../schema/model-call.js'
import type { RecordKind, RecordOf } from '../schema/records.js'
import type { Store } from '../store.js'
import { asRecord, asText } from '../util/loose-json.js'
import type {
  EventSignal,
  MetricName,
  PointSignal,
  SignalAttributes,
  Signals,
  SpanSignal,
} from './signal.js'
import { sha256 } from '../util/sha256.js'

export interface ReadTerms {
  store: Store
  /** Texts of people and agents go out too. */
  content: boolean
}

type Read = (event: LogEvent, terms: ReadTerms) => Promise<Partial<Signals>>

/** Every kind of line that says something. */
const READERS: Readonly<Record<string, Read>> = {
  'agent.session-stopped': stopped,
  'agent.session-ended': ended,
  'agent.tool-finished': toolFinished,
  'record.verdict': told('verdict', 'first', verdict),
  'record.check_run': told('check_run', 'last', checkRun),
  'record.model_call': told('model_call', 'last', modelCall),
  'record.recall': told('recall', 'first', recall),
  'record.run': told('run', 'first', run),
  'record.session_outcome': told('session_outcome', 'first', outcome),
}
export const TOLD_KINDS = Object.keys(READERS)

export async function readSignals(event: LogEvent, terms: ReadTerms): Promise<Signals> {
  const found = (await READERS[event.kind]?.(event, terms)) ?? {}
  return { spans: [], events: [], points: [], ...found }
}

/** Where a signal belongs: the attempt that was under way, or the session where none was. */
interface Home {
  traceId: string
  spanId: string
  sessionId: string
  /** The line that the attempt began with; null when there is none. */
  began: LogEvent | null
}

const BOUNDARIES = ['agent.prompt-submitted', 'agent.session-stopped', 'agent.session-started']

/** What comes after a stop and before the next prompt is about the attempt that just stopped. */
async function homeOf(event: LogEvent, { store }: ReadTerms): Promise<Home> {
  const sessionId = event.sessionId ?? ''
  const [newest, older] = await store.readEvents({
    sessionId,
    kinds: BOUNDARIES,
    before: event.id,
    order: 'newest',
    limit: 2,
  })
  const isBehind = newest?.kind === 'agent.session-stopped' && event.kind.startsWith('record.')
  const began = (isBehind ? older : newest) ?? null
  const spanId = began === null ? sessionSpanId(sessionId) : attemptSpanId(sessionId, began.id)
  return { traceId: traceIdOf(sessionId), spanId, sessionId, began }
}

/** A stretch of time in the trace of its session; below the attempt, unless it says otherwise. */
const spanIn = (
  { traceId, spanId: parentSpanId, sessionId }: Home,
  span: Pick<SpanSignal, 'spanId' | 'name' | 'startMs' | 'endMs'> & Partial<SpanSignal>,
): SpanSignal => ({
  traceId,
  parentSpanId: sessionId === '' ? null : parentSpanId,
  kind: 'internal',
  attributes: {},
  error: null,
  ...span,
})

const eventIn = (
  { traceId, spanId }: Home,
  name: string,
  at: string,
  attributes: SignalAttributes,
): EventSignal => ({ traceId, spanId, name, atMs: Date.parse(at), attributes })

const point = (
  metric: MetricName,
  atMs: number,
  attributes: SignalAttributes,
  value = 1,
): PointSignal => ({ metric, value, atMs, attributes })

/** Without those that are not known. */
const known = (
  attributes: Readonly<Record<string, SignalAttributes[string] | null | undefined>>,
): SignalAttributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value != null),
  ) as SignalAttributes

async function stopped(event: LogEvent, terms: ReadTerms): Promise<Partial<Signals>> {
  const home = await homeOf(event, terms)
  const { agent, lastMessage } = event.body as AgentEventOf<'session-stopped'>
  const { began, sessionId, spanId } = home
  const endMs = Date.parse(event.at)
  const attributes = known({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': sessionId,
    ...(terms.content && {
      'gen_ai.input.messages': message('user', asText(asRecord(began?.body)['text'])),
      'gen_ai.output.messages': message('assistant', lastMessage),
    }),
  })
  const name = `invoke_agent ${agent}`
  const parentSpanId = began === null ? null : sessionSpanId(sessionId)
  const startMs = Date.parse(began?.at ?? event.at)
  return {
    spans: [spanIn(home, { spanId, parentSpanId, name, startMs, endMs, attributes })],
    points: [point('reflectory.stops', endMs, { 'gen_ai.agent.name': agent })],
  }
}

const message = (role: string, content: string | null | undefined): string | null =>
  content == null ? null : JSON.stringify([{ role, parts: [{ type: 'text', content }] }])

async function ended(event: LogEvent, { store }: ReadTerms): Promise<Partial<Signals>> {
  const sessionId = event.sessionId ?? ''
  const session = await store.readSession(sessionId)
  if (session === null) return {}
  const spanId = sessionSpanId(sessionId)
  const span = {
    spanId,
    parentSpanId: null,
    name: 'reflectory.session',
    startMs: Date.parse(session.startedAt),
    endMs: Date.parse(event.at),
    attributes: {
      'gen_ai.agent.name': session.agent,
      'gen_ai.conversation.id': sessionId,
      'reflectory.session.turns': session.turn,
      'reflectory.session.stops': session.stops,
    },
  }
  return {
    spans: [spanIn({ traceId: traceIdOf(sessionId), spanId, sessionId, began: null }, span)],
  }
}

async function toolFinished(event: LogEvent, terms: ReadTerms): Promise<Partial<Signals>> {
  const home = await homeOf(event, terms)
  const { tool, callId, failed, call } = event.body as AgentEventOf<'tool-finished'>
  // Clients tell when a call ended, not when it began.
  const atMs = Date.parse(event.at)
  const span = spanIn(home, {
    spanId: spanIdOf('tool', `${home.sessionId}:${event.id}`),
    parentSpanId: home.spanId,
    name: `execute_tool ${tool}`,
    startMs: atMs,
    endMs: atMs,
    attributes: known({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.conversation.id': home.sessionId,
      'gen_ai.tool.call.id': callId,
      ...(terms.content && {
        'gen_ai.tool.call.arguments': call?.action,
        'gen_ai.tool.call.result': call?.output,
      }),
    }),
    error: failed ? 'tool_failed' : null,
  })
  return { spans: [span] }
}

type Tell<K extends RecordKind> = (
  record: RecordOf<K>,
  home: Home,
  terms: ReadTerms,
) => Partial<Signals>

/**
 * A record is told once, although each write of it is a line: what is whole when it is made by its
 * first line, what has a beginning and an end by its last.
 */
function told<K extends RecordKind>(kind: K, which: 'first' | 'last', tell: Tell<K>): Read {
  return async (event, terms) => {
    const { store } = terms
    const { id, removed } = asRecord(event.body)
    if (typeof id !== 'string' || removed === true) return {}
    const others = await store.readEvents({
      kinds: [event.kind],
      ...(event.sessionId === null ? {} : { sessionId: event.sessionId }),
      ...(which === 'first' ? { before: event.id, order: 'newest' } : { after: event.id }),
      limit: 500,
    })
    if (others.some((other) => asRecord(other.body)['id'] === id)) return {}
    const record = await store.get(kind, id)
    return record === null ? {} : tell(record, await homeOf(event, terms), terms)
  }
}

function verdict(row: RecordOf<'verdict'>, home: Home, { content }: ReadTerms): Partial<Signals> {
  const { complete, timestamp, feedback } = row
  const label = complete === null ? 'abstained' : complete ? 'complete' : 'incomplete'
  const attributes = known({
    'gen_ai.evaluation.name': 'task_completion',
    'gen_ai.evaluation.score.label': label,
    'gen_ai.evaluation.score.value': complete === null ? null : Number(complete),
    'gen_ai.evaluation.explanation': content && feedback !== '' ? feedback : null,
    'gen_ai.conversation.id': home.sessionId,
    'reflectory.verdict.judge': row.judge,
    'reflectory.verdict.severity': row.severity,
    'reflectory.verdict.gates': row.gates,
  })
  const labelled = { 'gen_ai.evaluation.score.label': label }
  return {
    events: [eventIn(home, 'gen_ai.evaluation.result', timestamp, attributes)],
    points: [point('reflectory.verdicts', Date.parse(timestamp), labelled)],
  }
}

function checkRun(
  row: RecordOf<'check_run'>,
  home: Home,
  { content }: ReadTerms,
): Partial<Signals> {
  if (row.state === 'running' || row.endedAt === null) return {}
  const result = row.result ?? row.state
  const endMs = Date.parse(row.endedAt)
  const named = { 'reflectory.check.name': row.name }
  const span = spanIn(home, {
    spanId: spanIdOf('check', row.id),
    name: `execute_tool ${row.name}`,
    startMs: Date.parse(row.startedAt),
    endMs,
    attributes: known({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': row.name,
      'gen_ai.tool.type': 'extension',
      ...named,
      'reflectory.check.result': result,
      'reflectory.check.tries': row.tries,
      'process.exit.code': row.exitCode,
      'reflectory.check.command': content ? row.command : null,
    }),
    error: result === 'passed' ? null : result,
  })
  return {
    spans: [span],
    points: [
      point('reflectory.checks', endMs, { ...named, 'reflectory.check.result': result }),
      point('reflectory.check.duration', endMs, named, (row.durationMs ?? 0) / 1000),
    ],
  }
}

const ASKED: ReadonlySet<ModelCall['outcome']> = new Set(['ok', 'failed', 'timeout'])

function modelCall(call: ModelCall, home: Home): Partial<Signals> {
  if (!ASKED.has(call.outcome)) return {}
  const { id, model, outcome, inputTokens, outputTokens, cost, durationMs } = call
  const startMs = Date.parse(call.startedAt)
  const endMs = startMs + durationMs
  const attributes: SignalAttributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': call.backend,
    'gen_ai.request.model': model,
  }
  const error = outcome === 'ok' ? null : outcome
  const span = spanIn(home, {
    ...(home.sessionId === '' ? { traceId: traceIdOf(id) } : {}),
    spanId: spanIdOf('chat', id),
    name: `chat ${model}`,
    kind: 'client',
    startMs,
    endMs,
    attributes: known({
      ...attributes,
      'reflectory.model.role': call.role,
      'gen_ai.conversation.id': home.sessionId || null,
      'gen_ai.usage.input_tokens': inputTokens,
      'gen_ai.usage.output_tokens': outputTokens,
      'reflectory.judge.cost': cost,
    }),
    error,
  })
  const measured = (
    metric: MetricName,
    value: number | null,
    more: Parameters<typeof known>[0] = {},
  ): PointSignal[] =>
    value === null ? [] : [point(metric, endMs, known({ ...attributes, ...more }), value)]
  const usage = (value: number | null, type: string) =>
    measured('gen_ai.client.token.usage', value, { 'gen_ai.token.type': type })
  return {
    spans: [span],
    points: [
      ...measured('gen_ai.client.operation.duration', durationMs / 1000, { 'error.type': error }),
      ...usage(inputTokens, 'input'),
      ...usage(outputTokens, 'output'),
      ...measured('reflectory.judge.cost', cost),
    ],
  }
}

function recall(row: RecordOf<'recall'>, home: Home): Partial<Signals> {
  const atMs = Date.parse(row.at)
  const span = spanIn(home, {
    spanId: spanIdOf('recall', row.id),
    parentSpanId: home.spanId,
    name: 'search_memory',
    startMs: atMs,
    endMs: atMs,
    attributes: {
      'gen_ai.operation.name': 'search_memory',
      'gen_ai.conversation.id': home.sessionId,
      'reflectory.recall.moment': row.moment,
      'reflectory.recall.item.kind': row.item.kind,
      'reflectory.recall.because': row.because,
      'reflectory.recall.arm': row.arm,
      'reflectory.recall.chars': row.chars,
    },
  })
  return { spans: [span] }
}

function run({ record, rank, weakened_checks }: RecordOf<'run'>, home: Home): Partial<Signals> {
  const attributes = known({
    'gen_ai.conversation.id': home.sessionId,
    'reflectory.run.surface': record.risk.surface,
    'reflectory.run.score': record.risk.score,
    'reflectory.run.needs_review': record.risk.needs_review,
    'reflectory.run.files': record.files_changed.length,
    'reflectory.run.weakened_checks': weakened_checks?.length ?? 0,
    'reflectory.run.rank': rank,
  })
  return { events: [eventIn(home, 'reflectory.run', record.timestamp, attributes)] }
}

/** Of a session once: what it used later, after it was settled, is not told again. */
function usagePoints(row: RecordOf<'session_outcome'>): PointSignal[] {
  const atMs = Date.parse(row.settledAt)
  return (row.usage ?? []).flatMap((used) => {
    const attributes = known({
      'gen_ai.agent.name': row.agent,
      'gen_ai.request.model': used.model,
      'reflectory.outcome.status': row.status,
    })
    const tokens = TOKEN_TYPES.filter(([figure]) => used[figure] > 0).map(([figure, type]) => {
      const typed = { ...attributes, 'gen_ai.token.type': type }
      return point('reflectory.agent.tokens', atMs, typed, used[figure])
    })
    const price = used.model === null ? null : findPrice(used.model, {})
    if (price === null) return tokens
    return [...tokens, point('reflectory.agent.cost', atMs, attributes, costOfUsage(price, used))]
  })
}

const TOKEN_TYPES = [
  ['input', 'input'],
  ['cacheRead', 'cache_read'],
  ['cacheWrite', 'cache_write'],
  ['output', 'output'],
] as const

function outcome(row: RecordOf<'session_outcome'>, home: Home): Partial<Signals> {
  const traceId = traceIdOf(row.sessionId)
  const spanId = home.sessionId === '' ? sessionSpanId(row.sessionId) : home.spanId
  const attributes = {
    'gen_ai.agent.name': row.agent,
    'gen_ai.conversation.id': row.sessionId,
    'reflectory.outcome.status': row.status,
    'reflectory.outcome.basis': row.basis,
  }
  const at = { ...home, traceId, spanId }
  return {
    points: usagePoints(row),
    events: [eventIn(at, 'reflectory.session.outcome', row.settledAt, attributes)],
  }
}

/** One trace per session. */
const traceIdOf = (sessionId: string): string => sha256(`trace:${sessionId}`).slice(0, 32)

const sessionSpanId = (sessionId: string): string => spanIdOf('session', sessionId)

/** An attempt is known by the line of the log that it began with. */
const attemptSpanId = (sessionId: string, line: number): string =>
  spanIdOf('attempt', `${sessionId}:${line}`)

const spanIdOf = (kind: string, id: string): string => sha256(`${kind}:${id}`).slice(0, 16)
