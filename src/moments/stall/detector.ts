import type { Config } from '../../schema/config.js'
import type { Edit, RecentItem } from '../../schema/evidence.js'

type LoopThresholds = Config['stall']['thresholds']
export type CallItem = Extract<RecentItem, { kind: 'call' }>

/** What a detector looks at: one stretch of a session, oldest first. */
export interface Stretch {
  items: readonly RecentItem[]
  /** The agent's own finished calls that may not repeat for a good reason. */
  calls: readonly CallItem[]
  /** Steps at which files were changed, by whatever tool. */
  writes: ReadonlySet<number>
  /** How many changes the whole turn has, also those that left the stretch. */
  turnWrites: number
  /** The human asked for a change of the code. */
  isCodingTask: boolean
  thresholds: LoopThresholds
}

/** A loop, as a fact that can be told. */
export interface Loop {
  detector: LoopName
  /** The same loop has the same key. */
  key: string
  /** The step of the last thing that belongs to it. */
  step: number
  times: number
  /** What goes round, in the session's own words: one line, foreign text. */
  what: string
  /** What came of it each time; empty where that says nothing. */
  result: string
}

export type LoopName =
  | 'same-result'
  | 'same-failure'
  | 'alternation'
  | 'same-message'
  | 'empty-compactions'
  | 'planning-only'
  | 'circles'

/** Pure: a stretch in, the loop that the session is in at its end, or null. */
export type Detector = (stretch: Stretch) => Loop | null

/** The steps of edits, for the question whether anything changed between two calls. */
export const writeSteps = (
  items: readonly RecentItem[],
  edits: readonly Edit[],
): ReadonlySet<number> =>
  new Set([
    ...edits.map(({ step }) => step),
    ...items.flatMap((item) =>
      item.kind === 'call' && item.toolKind === 'edit' && item.status === 'completed'
        ? [item.step]
        : [],
    ),
  ])

export const isFailure = ({ status, exitCode }: CallItem): boolean =>
  status === 'failed' || (status === 'completed' && exitCode !== null && exitCode !== 0)

export const isSame = (a: CallItem, b: CallItem): boolean =>
  a.actionKey === b.actionKey && a.resultKey === b.resultKey

/** Calls behind the last change of a file: after it, doing a thing again is checking. */
export function sinceLastWrite({ calls, writes }: Stretch): CallItem[] {
  const last = Math.max(-1, ...writes)
  return calls.filter(({ step }) => step > last)
}
