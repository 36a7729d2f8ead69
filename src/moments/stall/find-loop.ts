/**
 * Is the session going round in circles at its end? The latest happenings come in, the sharpest
 * loop goes out, or null. Polling and exempt tools never count; a human message starts over.
 */
import type { Config } from '../../schema/config.js'
import type { Edit, RecentItem, RequestFlags } from '../../schema/evidence.js'
import { writeSteps } from './detector.js'
import type { CallItem, Detector, Loop, Stretch } from './detector.js'
import { alternation } from './detectors/alternation.js'
import { circles } from './detectors/circles.js'
import { emptyCompactions } from './detectors/empty-compactions.js'
import { planningOnly } from './detectors/planning-only.js'
import { sameFailure } from './detectors/same-failure.js'
import { sameMessage } from './detectors/same-message.js'
import { sameResult } from './detectors/same-result.js'
import { isPolling } from './is-polling.js'

/** The most telling fact first. */
const DETECTORS: readonly Detector[] = [
  sameFailure,
  sameResult,
  alternation,
  sameMessage,
  circles,
  emptyCompactions,
  planningOnly,
]

/** Those that a call may be part of while the agent still works: reading much is no loop until it stops. */
export const CALL_DETECTORS: readonly Detector[] = [sameFailure, sameResult, alternation, circles]

/** Those that may send back an agent that stops: one that only counts its calls says nothing of the work. */
export const STOP_DETECTORS: readonly Detector[] = DETECTORS.filter((one) => one !== planningOnly)

export interface LoopInput {
  recent: readonly RecentItem[]
  edits: readonly Edit[]
  flags: RequestFlags
  /** The human turn that it is now. @default what stands in `recent` */
  turn?: number
  settings: Pick<Config['stall'], 'thresholds' | 'exemptTools'>
  /** No person is there: prompts come from a script, and reset nothing. */
  headless: boolean
}

export function findLoop(
  input: LoopInput,
  detectors: readonly Detector[] = DETECTORS,
): Loop | null {
  const stretch = toStretch(input)
  for (const detect of detectors) {
    const loop = detect(stretch)
    if (loop !== null) return loop
  }
  return null
}

function toStretch({ recent, edits, flags, settings, headless, turn }: LoopInput): Stretch {
  const reset = headless ? -1 : recent.findLastIndex(isReset)
  const items = recent.slice(reset + 1)
  const exempt = new Set(settings.exemptTools.map((tool) => tool.toLowerCase()))
  const isCounted = (item: RecentItem): item is CallItem =>
    item.kind === 'call' &&
    !item.sidechain &&
    (item.status === 'completed' || item.status === 'failed') &&
    !exempt.has(item.tool.toLowerCase()) &&
    !isPolling(item)
  const calls = items.filter(isCounted)
  const writes = writeSteps(items, edits)
  const inTurn = edits.filter((edit) => edit.turn === turn).map(({ step }) => step)
  const inStretch = calls.filter(({ step }) => writes.has(step)).map(({ step }) => step)
  return {
    items: items.filter((item) => item.kind !== 'call' || !item.sidechain),
    calls,
    writes,
    turnWrites: new Set([...inTurn, ...inStretch]).size,
    isCodingTask: flags.change !== null && flags.readOnly === null && flags.planOnly === null,
    thresholds: settings.thresholds,
  }
}

const isReset = ({ kind }: RecentItem): boolean => kind === 'human' || kind === 'interrupt'
