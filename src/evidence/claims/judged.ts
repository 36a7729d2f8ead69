import type { Claim } from '../../schema/claim.js'
import type { CommandRun } from '../../schema/evidence.js'
import { sayRun } from './say-run.js'

/** What the record says of a claim. */
export type Judged = Pick<Claim, 'status' | 'evidence' | 'step' | 'fact'>

/** A run shows it. */
export const judgedBy = (run: CommandRun, status: Claim['status']): Judged => ({
  status,
  evidence: [sayRun(run)],
  step: run.step,
})

/** The record is silent. */
export const unsupported = (why: string): Judged => ({
  status: 'unsupported',
  evidence: [why],
  step: null,
})
