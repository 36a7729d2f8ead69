import * as z from 'zod/mini'
import { emptyLedger } from '../../read/empty-evidence.js'
import { applyEntry, beginLedger, toLedger } from '../../read/ledger.js'
import type { LedgerState } from '../../read/ledger/ledger-state.js'
import type { Config } from '../../schema/config.js'
import type { LoopName } from './detector.js'
import { findLoop } from './find-loop.js'

/** A recorded run of an agent: what it did and what came of it, step by step. */
export const Recording = z.object({
  id: z.optional(z.unknown()),
  steps: z.array(
    z.object({
      action: z.string(),
      observation: z.string(),
      reward: z.optional(z.nullable(z.number())),
    }),
  ),
  max_reward: z.optional(z.nullable(z.number())),
})
export type Recording = z.infer<typeof Recording>

export interface RecordingResult {
  fires: boolean
  detector: LoopName | null
  /** The step at which it fires first, counted from 1. */
  step: number | null
  steps: number
  /** What goes round. */
  fact: string | null
}

/** Plays a recording to the detectors, step by step, as if they had been there. */
export function watchRecording(
  { steps }: Recording,
  settings: Pick<Config['stall'], 'thresholds' | 'exemptTools'>,
): RecordingResult {
  const state = beginLedger()
  const { flags } = emptyLedger().request
  for (const [index, { action, observation }] of steps.entries()) {
    applyStep(state, index, action, observation)
    // Actions may be in any language, and ">" in a query is no redirection: no edit is read from them.
    const { recent } = toLedger(state)
    const loop = findLoop({ recent, edits: [], flags, settings, headless: true })
    if (loop !== null) {
      const { detector, what } = loop
      return { fires: true, detector, step: index + 1, steps: steps.length, fact: what }
    }
  }
  return { fires: false, detector: null, step: null, steps: steps.length, fact: null }
}

function applyStep(state: LedgerState, index: number, action: string, output: string): void {
  const common = { at: null, sidechain: false, callId: String(index) }
  applyEntry(state, {
    kind: 'tool-call',
    ...common,
    step: 2 * index,
    tool: 'act',
    toolKind: 'command',
    input: action,
    command: action,
    files: [],
    written: null,
    creates: false,
  })
  const status = saysFailed(output) ? 'failed' : 'completed'
  applyEntry(state, {
    kind: 'tool-result',
    ...common,
    step: 2 * index + 1,
    status,
    exitCode: null,
    output,
  })
}

/** A recording has no exit codes: an error shows by what was printed, first or in its own field. */
const saysFailed = (output: string): boolean =>
  new RegExp(
    [
      String.raw`^\W*(?:\w+: )*(?:\w*error|exception|fatal|traceback|failed|failure)\b|\b\w*error:|`,
      String.raw`\berror executing\b|['"]error['"]:\s*['"][^'"]|: (?:command not found|`,
      String.raw`no such file or directory|not found|permission denied)|\bunrecogni[sz]ed option\b|`,
      String.raw`\binvalid (?:option|syntax|argument)\b|\btraceback \(most recent`,
    ].join(''),
    'i',
  ).test(output.slice(0, 4000))
