import type { StallVerdict } from '../../schema/stall-verdict.js'
import type { NarratedCase } from '../narrated.js'
import { toVerdict } from './classify-stall.js'
import { judgeStall } from './judge-stall.js'
import { factsOfCase } from './stall-case.js'

/** What the rules say of a quiet agent that is only told of; no model is asked. */
export const judgeStallCase = (vars: NarratedCase, minAgeMs = 30_000): StallVerdict =>
  toVerdict(judgeStall(factsOfCase(vars), minAgeMs), 'rules')
