import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

/** OTLP/JSON as the protocol defines it, closed: ids in hexadecimal, times and 64-bit numbers as text. */
const Nano = z.string().regex(/^\d{1,20}$/)
const TraceId = z.string().regex(/^(?!0{32})[0-9a-f]{32}$/)
const SpanId = z.string().regex(/^(?!0{16})[0-9a-f]{16}$/)
const Scalar = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
  z.strictObject({ doubleValue: z.number() }),
])
const Attribute = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_.]*$/),
  value: z.union([
    Scalar,
    z.strictObject({ arrayValue: z.strictObject({ values: z.array(Scalar) }) }),
  ]),
})
const Attributes = z.array(Attribute)
const Dropped = z.int().min(0)
const Resource = z.strictObject({ attributes: Attributes, droppedAttributesCount: Dropped })
const Scope = z.strictObject({ name: z.literal('reflectory'), version: z.string() })

const Span = z
  .strictObject({
    traceId: TraceId,
    spanId: SpanId,
    parentSpanId: SpanId.optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: Nano,
    endTimeUnixNano: Nano,
    attributes: Attributes,
    droppedAttributesCount: Dropped,
    events: z.array(z.never()),
    droppedEventsCount: Dropped,
    status: z.strictObject({ code: z.int().min(0).max(2) }),
    links: z.array(z.never()),
    droppedLinksCount: Dropped,
    flags: z.int(),
  })
  .refine((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))

const LogRecord = z.strictObject({
  timeUnixNano: Nano,
  observedTimeUnixNano: Nano,
  severityNumber: z.int().min(1).max(24),
  severityText: z.string(),
  /** No value at all: what happened is in the attributes. */
  body: z.strictObject({}),
  eventName: z.string().min(1),
  attributes: Attributes,
  droppedAttributesCount: Dropped,
  traceId: TraceId,
  spanId: SpanId,
  flags: z.int(),
})

const window = { attributes: Attributes, startTimeUnixNano: Nano, timeUnixNano: Nano }
const DELTA = z.literal(1)
const Sum = z.strictObject({
  aggregationTemporality: DELTA,
  isMonotonic: z.literal(true),
  dataPoints: z.array(z.strictObject({ ...window, asDouble: z.number() })).min(1),
})
const HistogramPoint = z
  .strictObject({
    ...window,
    count: z.int(),
    sum: z.number(),
    min: z.number(),
    max: z.number(),
    bucketCounts: z.array(z.int()),
    explicitBounds: z.array(z.number()),
  })
  .refine((point) => point.bucketCounts.length === point.explicitBounds.length + 1)
  .refine((point) => point.bucketCounts.reduce((all, one) => all + one, 0) === point.count)
const naming = { name: z.string(), unit: z.string(), description: z.string() }
const Metric = z.union([
  z.strictObject({ ...naming, sum: Sum }),
  z.strictObject({
    ...naming,
    histogram: z.strictObject({
      aggregationTemporality: DELTA,
      dataPoints: z.array(HistogramPoint).min(1),
    }),
  }),
])

const within = { resource: Resource, schemaUrl: z.undefined().optional() }
const Traces = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        ...within,
        scopeSpans: z.array(z.strictObject({ scope: Scope, spans: z.array(Span).min(1) })),
      }),
    )
    .length(1),
})
const Logs = z.strictObject({
  resourceLogs: z
    .array(
      z.strictObject({
        ...within,
        scopeLogs: z.array(z.strictObject({ scope: Scope, logRecords: z.array(LogRecord).min(1) })),
      }),
    )
    .length(1),
})
const Metrics = z.strictObject({
  resourceMetrics: z
    .array(
      z.strictObject({
        ...within,
        scopeMetrics: z.array(z.strictObject({ scope: Scope, metrics: z.array(Metric).min(1) })),
      }),
    )
    .length(1),
})

export interface OtlpReceiver {
  url: string
  spans: z.infer<typeof Span>[]
  events: z.infer<typeof LogRecord>[]
  metrics: z.infer<typeof Metric>[]
  /** What it refused, and why. */
  refused: string[]
  /** Everything that came, as it came. */
  bytes: string
  /** Takes connections and answers none of them. */
  hangs: boolean
  /** Requests so far, answered or not. */
  requests: number
}

/** A collector that takes nothing but what the protocol allows. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver: OtlpReceiver = {
    url: '',
    spans: [],
    events: [],
    metrics: [],
    refused: [],
    bytes: '',
    hangs: false,
    requests: 0,
  }
  const server = createServer((request, response) => {
    receiver.requests += 1
    if (receiver.hangs) return
    void readBody(request).then((text) => {
      receiver.bytes += text
      const problem = take(receiver, request, text)
      if (problem !== null) receiver.refused.push(problem)
      response
        .writeHead(problem === null ? 200 : 400, { 'content-type': 'application/json' })
        .end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

function take(receiver: OtlpReceiver, request: IncomingMessage, text: string): string | null {
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
    return `${request.method} ${request.headers['content-type']}`
  try {
    const body: unknown = JSON.parse(text)
    if (request.url === '/v1/traces')
      receiver.spans.push(
        ...Traces.parse(body).resourceSpans[0]!.scopeSpans.flatMap(({ spans }) => spans),
      )
    else if (request.url === '/v1/logs')
      receiver.events.push(
        ...Logs.parse(body).resourceLogs[0]!.scopeLogs.flatMap(({ logRecords }) => logRecords),
      )
    else if (request.url === '/v1/metrics')
      receiver.metrics.push(
        ...Metrics.parse(body).resourceMetrics[0]!.scopeMetrics.flatMap(({ metrics }) => metrics),
      )
    else return `no such signal: ${request.url}`
    return null
  } catch (error) {
    return `${request.url}: ${String(error)} ${text}`
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export const attributeOf = (
  { attributes }: { attributes: z.infer<typeof Attributes> },
  key: string,
): unknown => {
  const value = attributes.find((one) => one.key === key)?.value
  return value === undefined ? undefined : Object.values(value)[0]
}
