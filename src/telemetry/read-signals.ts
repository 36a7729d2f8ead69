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
import type { PointSignal, SignalAttributes, Signals } from './signal.js'
import { attemptSpanId, sessionSpanId, spanIdOf, traceIdOf } from './signal-ids.js'

/** Every kind of line that says something. */
export const TOLD_KINDS = [
  'agent.session-stopped',
  'agent.session-ended',
  'agent.tool-finished',
  'record.verdict',
  'record.check_run',
  'record.model_call',
  'record.recall',
  'record.run',
  'record.session_outcome',
]

export interface ReadTerms {
  store: Store
  /** Texts of people and agents go out too. */
  content: boolean
}

export async function readSignals(event: LogEvent, terms: ReadTerms): Promise<Signals> {
  switch (event.kind) {
    case 'agent.session-stopped':
      return stopped(event, terms)
    case 'agent.session-ended':
      return ended(event, terms)
    case 'agent.tool-finished':
      return toolFinished(event, terms)
    case 'record.verdict':
      return told('verdict', 'first', event, terms, verdict)
    case 'record.check_run':
      return told('check_run', 'last', event, terms, checkRun)
    case 'record.model_call':
      return told('model_call', 'last', event, terms, modelCall)
    case 'record.recall':
      return told('recall', 'first', event, terms, recall)
    case 'record.run':
      return told('run', 'first', event, terms, run)
    case 'record.session_outcome':
      return told('session_outcome', 'first', event, terms, outcome)
    default:
      return nothing()
  }
}

const nothing = (known: Partial<Signals> = {}): Signals => ({
  spans: [],
  events: [],
  points: [],
  ...known,
})

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

async function stopped(event: LogEvent, terms: ReadTerms): Promise<Signals> {
  const home = await homeOf(event, terms)
  const { agent, lastMessage } = event.body as AgentEventOf<'session-stopped'>
  const { began } = home
  const asked = asText(asRecord(began?.body)['text'])
  const content = terms.content
    ? {
        ...(asked === null ? {} : { 'gen_ai.input.messages': message('user', asked) }),
        ...(lastMessage == null
          ? {}
          : { 'gen_ai.output.messages': message('assistant', lastMessage) }),
      }
    : {}
  return nothing({
    spans: [
      {
        traceId: home.traceId,
        spanId: home.spanId,
        parentSpanId: began === null ? null : sessionSpanId(home.sessionId),
        name: `invoke_agent ${agent}`,
        kind: 'internal',
        startMs: Date.parse(began?.at ?? event.at),
        endMs: Date.parse(event.at),
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': agent,
          'gen_ai.conversation.id': home.sessionId,
          ...content,
        },
        error: null,
      },
    ],
    points: [
      {
        metric: 'reflectory.stops',
        value: 1,
        atMs: Date.parse(event.at),
        attributes: { 'gen_ai.agent.name': agent },
      },
    ],
  })
}

const message = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }])

async function ended(event: LogEvent, { store }: ReadTerms): Promise<Signals> {
  const sessionId = event.sessionId ?? ''
  const session = await store.readSession(sessionId)
  if (session === null) return nothing()
  return nothing({
    spans: [
      {
        traceId: traceIdOf(sessionId),
        spanId: sessionSpanId(sessionId),
        parentSpanId: null,
        name: 'reflectory.session',
        kind: 'internal',
        startMs: Date.parse(session.startedAt),
        endMs: Date.parse(event.at),
        attributes: {
          'gen_ai.agent.name': session.agent,
          'gen_ai.conversation.id': sessionId,
          'reflectory.session.turns': session.turn,
          'reflectory.session.stops': session.stops,
        },
        error: null,
      },
    ],
  })
}

async function toolFinished(event: LogEvent, terms: ReadTerms): Promise<Signals> {
  const home = await homeOf(event, terms)
  const { tool, callId, failed, call } = event.body as AgentEventOf<'tool-finished'>
  const atMs = Date.parse(event.at)
  return nothing({
    spans: [
      {
        traceId: home.traceId,
        spanId: spanIdOf('tool', `${home.sessionId}:${event.id}`),
        parentSpanId: home.spanId,
        name: `execute_tool ${tool}`,
        kind: 'internal',
        // Clients tell when a call ended, not when it began.
        startMs: atMs,
        endMs: atMs,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.conversation.id': home.sessionId,
          ...(callId === null ? {} : { 'gen_ai.tool.call.id': callId }),
          ...(terms.content && call !== undefined
            ? { 'gen_ai.tool.call.arguments': call.action, 'gen_ai.tool.call.result': call.output }
            : {}),
        },
        error: failed ? 'tool_failed' : null,
      },
    ],
  })
}

type Tell<K extends RecordKind> = (record: RecordOf<K>, home: Home, terms: ReadTerms) => Signals

/**
 * A record is told once, although each write of it is a line: what is whole when it is made by its
 * first line, what has a beginning and an end by its last.
 */
async function told<K extends RecordKind>(
  kind: K,
  which: 'first' | 'last',
  event: LogEvent,
  terms: ReadTerms,
  tell: Tell<K>,
): Promise<Signals> {
  const { store } = terms
  const { id, removed } = asRecord(event.body)
  if (typeof id !== 'string' || removed === true) return nothing()
  const others = await store.readEvents({
    kinds: [event.kind],
    ...(event.sessionId === null ? {} : { sessionId: event.sessionId }),
    ...(which === 'first' ? { before: event.id, order: 'newest' } : { after: event.id }),
    limit: 500,
  })
  if (others.some((other) => asRecord(other.body)['id'] === id)) return nothing()
  const record = await store.get(kind, id)
  return record === null ? nothing() : tell(record, await homeOf(event, terms), terms)
}

function verdict(row: RecordOf<'verdict'>, home: Home, { content }: ReadTerms): Signals {
  const label = row.complete === null ? 'abstained' : row.complete ? 'complete' : 'incomplete'
  const atMs = Date.parse(row.timestamp)
  return nothing({
    events: [
      {
        traceId: home.traceId,
        spanId: home.spanId,
        name: 'gen_ai.evaluation.result',
        atMs,
        attributes: {
          'gen_ai.evaluation.name': 'task_completion',
          'gen_ai.evaluation.score.label': label,
          ...(row.complete === null
            ? {}
            : { 'gen_ai.evaluation.score.value': row.complete ? 1 : 0 }),
          ...(content && row.feedback !== ''
            ? { 'gen_ai.evaluation.explanation': row.feedback }
            : {}),
          'gen_ai.conversation.id': home.sessionId,
          'reflectory.verdict.judge': row.judge,
          'reflectory.verdict.severity': row.severity,
          'reflectory.verdict.gates': row.gates,
        },
      },
    ],
    points: [
      {
        metric: 'reflectory.verdicts',
        value: 1,
        atMs,
        attributes: { 'gen_ai.evaluation.score.label': label },
      },
    ],
  })
}

function checkRun(row: RecordOf<'check_run'>, home: Home, { content }: ReadTerms): Signals {
  if (row.state === 'running' || row.endedAt === null) return nothing()
  const result = row.result ?? row.state
  const atMs = Date.parse(row.endedAt)
  const attributes = { 'reflectory.check.name': row.name, 'reflectory.check.result': result }
  return nothing({
    spans: [
      {
        traceId: home.traceId,
        spanId: spanIdOf('check', row.id),
        parentSpanId: home.sessionId === '' ? null : home.spanId,
        name: `execute_tool ${row.name}`,
        kind: 'internal',
        startMs: Date.parse(row.startedAt),
        endMs: atMs,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': row.name,
          'gen_ai.tool.type': 'extension',
          ...attributes,
          'reflectory.check.tries': row.tries,
          ...(row.exitCode === null ? {} : { 'process.exit.code': row.exitCode }),
          ...(content ? { 'reflectory.check.command': row.command } : {}),
        },
        error: result === 'passed' ? null : result,
      },
    ],
    points: [
      { metric: 'reflectory.checks', value: 1, atMs, attributes },
      {
        metric: 'reflectory.check.duration',
        value: (row.durationMs ?? 0) / 1000,
        atMs,
        attributes: { 'reflectory.check.name': row.name },
      },
    ],
  })
}

const ASKED: ReadonlySet<ModelCall['outcome']> = new Set(['ok', 'failed', 'timeout'])

function modelCall(call: ModelCall, home: Home): Signals {
  if (!ASKED.has(call.outcome)) return nothing()
  const startMs = Date.parse(call.startedAt)
  const endMs = startMs + call.durationMs
  const attributes: SignalAttributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': call.backend,
    'gen_ai.request.model': call.model,
  }
  const error = call.outcome === 'ok' ? null : call.outcome
  const tokens = [
    ['input', call.inputTokens],
    ['output', call.outputTokens],
  ] as const
  return nothing({
    spans: [
      {
        traceId: home.sessionId === '' ? traceIdOf(call.id) : home.traceId,
        spanId: spanIdOf('chat', call.id),
        parentSpanId: home.sessionId === '' ? null : home.spanId,
        name: `chat ${call.model}`,
        kind: 'client',
        startMs,
        endMs,
        attributes: {
          ...attributes,
          'reflectory.model.role': call.role,
          ...(home.sessionId === '' ? {} : { 'gen_ai.conversation.id': home.sessionId }),
          ...(call.inputTokens === null ? {} : { 'gen_ai.usage.input_tokens': call.inputTokens }),
          ...(call.outputTokens === null
            ? {}
            : { 'gen_ai.usage.output_tokens': call.outputTokens }),
          ...(call.cost === null ? {} : { 'reflectory.judge.cost': call.cost }),
        },
        error,
      },
    ],
    points: [
      {
        metric: 'gen_ai.client.operation.duration',
        value: call.durationMs / 1000,
        atMs: endMs,
        attributes: error === null ? attributes : { ...attributes, 'error.type': error },
      },
      ...tokens.flatMap(([type, value]) =>
        value === null
          ? []
          : [
              {
                metric: 'gen_ai.client.token.usage' as const,
                value,
                atMs: endMs,
                attributes: { ...attributes, 'gen_ai.token.type': type },
              },
            ],
      ),
      ...(call.cost === null
        ? []
        : [
            { metric: 'reflectory.judge.cost' as const, value: call.cost, atMs: endMs, attributes },
          ]),
    ],
  })
}

function recall(row: RecordOf<'recall'>, home: Home): Signals {
  const atMs = Date.parse(row.at)
  return nothing({
    spans: [
      {
        traceId: home.traceId,
        spanId: spanIdOf('recall', row.id),
        parentSpanId: home.spanId,
        name: 'search_memory',
        kind: 'internal',
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
        error: null,
      },
    ],
  })
}

function run({ record, rank, weakened_checks }: RecordOf<'run'>, home: Home): Signals {
  return nothing({
    events: [
      {
        traceId: home.traceId,
        spanId: home.spanId,
        name: 'reflectory.run',
        atMs: Date.parse(record.timestamp),
        attributes: {
          'gen_ai.conversation.id': home.sessionId,
          'reflectory.run.surface': record.risk.surface,
          'reflectory.run.score': record.risk.score,
          'reflectory.run.needs_review': record.risk.needs_review,
          'reflectory.run.files': record.files_changed.length,
          'reflectory.run.weakened_checks': weakened_checks?.length ?? 0,
          ...(rank === undefined ? {} : { 'reflectory.run.rank': rank }),
        },
      },
    ],
  })
}

/** Of a session once: what it used later, after it was settled, is not told again. */
function usagePoints(row: RecordOf<'session_outcome'>): PointSignal[] {
  const atMs = Date.parse(row.settledAt)
  return (row.usage ?? []).flatMap((used) => {
    const attributes = {
      'gen_ai.agent.name': row.agent,
      ...(used.model === null ? {} : { 'gen_ai.request.model': used.model }),
      'reflectory.outcome.status': row.status,
    }
    const tokens = TOKEN_TYPES.filter(([figure]) => used[figure] > 0).map(([figure, type]) => ({
      metric: 'reflectory.agent.tokens' as const,
      value: used[figure],
      atMs,
      attributes: { ...attributes, 'gen_ai.token.type': type },
    }))
    const price = used.model === null ? null : findPrice(used.model, {})
    if (price === null) return tokens
    const value = costOfUsage(price, used)
    return [...tokens, { metric: 'reflectory.agent.cost' as const, value, atMs, attributes }]
  })
}

const TOKEN_TYPES = [
  ['input', 'input'],
  ['cacheRead', 'cache_read'],
  ['cacheWrite', 'cache_write'],
  ['output', 'output'],
] as const

function outcome(row: RecordOf<'session_outcome'>, home: Home): Signals {
  return nothing({
    points: usagePoints(row),
    events: [
      {
        traceId: traceIdOf(row.sessionId),
        spanId: home.sessionId === '' ? sessionSpanId(row.sessionId) : home.spanId,
        name: 'reflectory.session.outcome',
        atMs: Date.parse(row.settledAt),
        attributes: {
          'gen_ai.agent.name': row.agent,
          'gen_ai.conversation.id': row.sessionId,
          'reflectory.outcome.status': row.status,
          'reflectory.outcome.basis': row.basis,
        },
      },
    ],
  })
}
