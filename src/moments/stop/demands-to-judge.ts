import type { StatedDemand } from '../../schema/demand.js'
import { oneLine } from '../../util/one-line.js'
import type { StopFacts } from './facts.js'

/** A demand as the judge sees it; its number is its place in the list. */
export interface DemandToJudge extends Pick<StatedDemand, 'state' | 'sentence'> {
  kind: StatedDemand['kind'] | 'request'
}

const MAX_CHARS = 400

/**
 * The demands that the judge is shown. Where no message was read as one ("the total is wrong again") the
 * request itself is one, last in the list: else the judge could object to nothing.
 */
export function demandsToJudge({ demands, asked }: StopFacts): readonly DemandToJudge[] {
  const sentence = oneLine(asked, MAX_CHARS)
  if (sentence === '' || demands.some(({ source }) => source === 'human')) return demands
  return [...demands, { kind: 'request', state: 'asked', sentence }]
}
