/** What is exported, before it has the form of any protocol. */

export type SignalAttributes = Record<string, string | number | boolean | string[]>

/** A stretch of time. Its ids come from what it is about, so that a second export is the same span. */
export interface SpanSignal {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: 'internal' | 'client'
  startMs: number
  endMs: number
  attributes: SignalAttributes
  /** Why it failed; null when it did not. */
  error: string | null
}

/** Something that happened at one moment. */
export interface EventSignal {
  traceId: string
  spanId: string
  name: string
  atMs: number
  attributes: SignalAttributes
}

/** One measurement. */
export interface PointSignal {
  metric: MetricName
  value: number
  atMs: number
  attributes: SignalAttributes
}

export interface Signals {
  spans: SpanSignal[]
  events: EventSignal[]
  points: PointSignal[]
}

/** Metrics by their names in the GenAI conventions, and `reflectory.*` for what has none there. */
export const METRICS = {
  'gen_ai.client.token.usage': {
    form: 'histogram',
    unit: '{token}',
    description: 'Tokens of calls to judge models.',
    boundaries: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576],
  },
  'gen_ai.client.operation.duration': {
    form: 'histogram',
    unit: 's',
    description: 'Time that calls to judge models took.',
    boundaries: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96],
  },
  'reflectory.check.duration': {
    form: 'histogram',
    unit: 's',
    description: 'Time that checks took.',
    boundaries: [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
  },
  'reflectory.stops': { form: 'sum', unit: '{stop}', description: 'Stops of agents.' },
  'reflectory.verdicts': { form: 'sum', unit: '{verdict}', description: 'Judged stops.' },
  'reflectory.checks': { form: 'sum', unit: '{run}', description: 'Runs of checks.' },
  'reflectory.agent.tokens': {
    form: 'sum',
    unit: '{token}',
    description: 'What agents read and wrote, as their transcripts tell it.',
  },
  'reflectory.agent.cost': {
    form: 'sum',
    unit: 'USD',
    description: 'What that costs, by list prices.',
  },
  'reflectory.judge.cost': { form: 'sum', unit: 'USD', description: 'What judge models cost.' },
} as const satisfies Record<
  string,
  {
    form: 'sum' | 'histogram'
    unit: string
    description: string
    boundaries?: readonly number[]
  }
>
export type MetricName = keyof typeof METRICS
