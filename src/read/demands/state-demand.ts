import type { Demand, StatedDemand } from '../../schema/demand.js'
import { namedIn } from '../prose/named-in.js'

/** A demand of a person that stands, as sure as it can be. */
export const stateDemand = (
  message: number,
  kind: Demand['kind'],
  sentence: string,
): StatedDemand => ({
  message,
  kind,
  sentence,
  source: 'human',
  state: 'asked',
  settledBy: null,
  replacedBy: null,
  names: namedIn(sentence),
  probability: 1,
  wants: [],
})
