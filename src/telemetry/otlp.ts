/**
 * Signals over OTLP/HTTP by the official exporters, which are loaded here and nowhere else. A missing
 * package is an error that names the command to install it. Nothing of OpenTelemetry's global state is
 * touched, and no queue is kept: the log is the queue.
 */
import { ReflectError } from '../schema/error.js'
import type { EventSignal, MetricName, PointSignal, SpanSignal } from './signal.js'
import { METRICS } from './signal.js'

export interface OtlpInput {
  /** Without the path of a signal: `http://127.0.0.1:4318`. */
  endpoint: string
  version: string
  /** The project's folder name. */
  project: string
  timeoutMs: number
}

export interface Otlp {
  sendSpans(spans: readonly SpanSignal[]): Promise<void>
  sendEvents(events: readonly EventSignal[]): Promise<void>
  sendPoints(points: readonly PointSignal[]): Promise<void>
  close(): Promise<void>
}

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-logs-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/resources',
] as const

/** Newer ones need Node 22.15; these work from 20.6 on. */
const INSTALL =
  'npm install @opentelemetry/api@1.9 @opentelemetry/exporter-trace-otlp-http@0.223 ' +
  '@opentelemetry/exporter-logs-otlp-http@0.223 ' +
  '@opentelemetry/exporter-metrics-otlp-http@0.223 @opentelemetry/resources@2.12'

interface Exporter {
  export(items: unknown, done: (result: { code: number; error?: Error }) => void): void
  shutdown(): Promise<void>
}
type ExporterClass = new (config: object) => Exporter

export async function openOtlp(input: OtlpInput): Promise<Otlp> {
  const [, traces, logs, metrics, resources] = await Promise.all(PACKAGES.map(loadPackage))
  const { endpoint, version, project, timeoutMs } = input
  const at = (signal: string): object => ({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/${signal}`,
    timeoutMillis: timeoutMs,
  })
  const open = (module: unknown, name: string, signal: string): Exporter =>
    new (module as Record<string, ExporterClass>)[name]!(at(signal))
  const spans = open(traces, 'OTLPTraceExporter', 'traces')
  const events = open(logs, 'OTLPLogExporter', 'logs')
  const points = open(metrics, 'OTLPMetricExporter', 'metrics')
  const { resourceFromAttributes } = resources as {
    resourceFromAttributes(attributes: object): object
  }
  const resource = resourceFromAttributes({
    'service.name': 'reflectory',
    'service.version': version,
    'reflectory.project': project,
  })
  const scope = { name: 'reflectory', version }
  return {
    sendSpans: (all) =>
      send(
        spans,
        all.map((span) => toSpan(span, resource, scope)),
      ),
    sendEvents: (all) =>
      send(
        events,
        all.map((event) => toLogRecord(event, resource, scope)),
      ),
    async sendPoints(all) {
      if (all.length === 0) return
      const scopeMetrics = [{ scope, metrics: toMetrics(all) }]
      await send(points, { resource, scopeMetrics })
    },
    close: async () => {
      await Promise.allSettled([spans, events, points].map((exporter) => exporter.shutdown()))
    },
  }
}

async function loadPackage(name: string): Promise<unknown> {
  try {
    return (await import(name)) as unknown
  } catch (cause) {
    throw new ReflectError(
      'driver-missing',
      `telemetry.otlp.endpoint is set, and ${name} is not installed`,
      {
        cause,
        remedy: `Install the packages beside reflectory: ${INSTALL}`,
      },
    )
  }
}

function send(exporter: Exporter, items: unknown): Promise<void> {
  if (Array.isArray(items) && items.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    exporter.export(items, ({ code, error }) =>
      code === 0 ? resolve() : reject(error ?? new Error('the collector refused it')),
    )
  })
}

type HrTime = [seconds: number, nanoseconds: number]
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

const SAMPLED = 1
const contextOf = (traceId: string, spanId: string): object => ({
  traceId,
  spanId,
  traceFlags: SAMPLED,
})

function toSpan(span: SpanSignal, resource: object, instrumentationScope: object): object {
  const { traceId, spanId, parentSpanId, startMs, endMs, error } = span
  return {
    name: span.name,
    kind: span.kind === 'client' ? 2 : 0,
    spanContext: () => contextOf(traceId, spanId),
    ...(parentSpanId === null ? {} : { parentSpanContext: contextOf(traceId, parentSpanId) }),
    startTime: hrTime(startMs),
    endTime: hrTime(Math.max(startMs, endMs)),
    duration: hrTime(Math.max(0, endMs - startMs)),
    status: error === null ? { code: 0 } : { code: 2 },
    attributes: error === null ? span.attributes : { ...span.attributes, 'error.type': error },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function toLogRecord(event: EventSignal, resource: object, instrumentationScope: object): object {
  return {
    hrTime: hrTime(event.atMs),
    hrTimeObserved: hrTime(event.atMs),
    spanContext: contextOf(event.traceId, event.spanId),
    severityNumber: 9,
    severityText: 'INFO',
    eventName: event.name,
    resource,
    instrumentationScope,
    attributes: event.attributes,
    droppedAttributesCount: 0,
  }
}

const DELTA = 0
const [HISTOGRAM, SUM] = [0, 3]
const DOUBLE = 1

/** Sums and histograms of this batch alone. */
function toMetrics(points: readonly PointSignal[]): object[] {
  const names = [...new Set(points.map(({ metric }) => metric))]
  return names.map((name) =>
    toMetric(
      name,
      points.filter(({ metric }) => metric === name),
    ),
  )
}

function toMetric(name: MetricName, points: readonly PointSignal[]): object {
  const { form, unit, description } = METRICS[name]
  const series = bySeries(points)
  const times = points.map(({ atMs }) => atMs)
  const window = { startTime: hrTime(Math.min(...times) - 1), endTime: hrTime(Math.max(...times)) }
  return {
    descriptor: { name, unit, description, valueType: DOUBLE },
    aggregationTemporality: DELTA,
    dataPointType: form === 'sum' ? SUM : HISTOGRAM,
    ...(form === 'sum' ? { isMonotonic: true } : {}),
    dataPoints: [...series.values()].map((own) => ({
      ...window,
      attributes: own[0]!.attributes,
      value: form === 'sum' ? total(own) : toHistogram(own, METRICS[name]),
    })),
  }
}

function bySeries(points: readonly PointSignal[]): Map<string, PointSignal[]> {
  const series = new Map<string, PointSignal[]>()
  for (const point of points) {
    const key = JSON.stringify(point.attributes)
    series.set(key, [...(series.get(key) ?? []), point])
  }
  return series
}

const total = (points: readonly PointSignal[]): number =>
  points.reduce((sum, { value }) => sum + value, 0)

function toHistogram(points: readonly PointSignal[], metric: object): object {
  const { boundaries } = metric as { boundaries: readonly number[] }
  const counts = Array.from({ length: boundaries.length + 1 }, () => 0)
  for (const { value } of points) {
    const at = boundaries.findIndex((boundary) => value <= boundary)
    counts[at === -1 ? boundaries.length : at]! += 1
  }
  const values = points.map(({ value }) => value)
  return {
    min: Math.min(...values),
    max: Math.max(...values),
    sum: total(points),
    count: points.length,
    buckets: { boundaries: [...boundaries], counts },
  }
}
