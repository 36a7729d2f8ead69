import type { TimelineEntry } from '../../../../src/schema/api/timeline.js'
import type { Outcome } from '../../../../src/schema/outcome.js'
import { endings } from '../../kit/ending.js'
import type { Tone } from '../../kit/tone.js'

type Kind = TimelineEntry['kind']

/** Entries that tell the story; the rest is what lies between. */
const KEY: ReadonlySet<Kind> = new Set<Kind>([
  'human',
  'stop',
  'claim',
  'verdict',
  'feedback',
  'nudge',
  'held',
  'compaction',
  'capture',
  'learned',
  'outcome',
])

export const isKey = (entry: TimelineEntry): boolean =>
  KEY.has(entry.kind) || (entry.kind === 'command' && entry.result === 'failed')

const OUTCOME: Readonly<Record<Outcome['status'], Tone>> = {
  completed: 'good',
  failed: 'bad',
  timeout: 'bad',
  interrupted: 'plain',
}

/** The colour of the mark on the rail. */
export function toneOf(entry: TimelineEntry): Tone {
  switch (entry.kind) {
    case 'verdict':
      return endings[entry.ending].tone
    case 'command':
      return COMMAND[entry.result]
    case 'claim':
      return CLAIM[entry.claim.status]
    case 'feedback':
      return FEEDBACK[entry.action]
    case 'nudge':
    case 'held':
      return 'warn'
    case 'human':
    case 'delivered':
      return 'accent'
    case 'tool':
      return entry.failed > 0 ? 'warn' : 'plain'
    case 'capture':
      return entry.risk.needs_review ? 'bad' : 'plain'
    case 'outcome':
      return OUTCOME[entry.status]
    case 'session':
      return entry.what === 'errored' ? 'bad' : 'plain'
    default:
      return 'plain'
  }
}

const FEEDBACK = { continue: 'warn', context: 'info', toast: 'plain', error: 'bad' } as const
const COMMAND = { passed: 'good', failed: 'bad', unknown: 'plain' } as const
const CLAIM = {
  supported: 'good',
  contradicted: 'bad',
  stale: 'warn',
  unsupported: 'plain',
} as const
