import * as z from 'zod/mini'
import { Count } from './scalar.js'

export const ClaimKind = z.enum([
  'tests-pass',
  'build-passes',
  'fixed',
  'implemented',
  'committed',
  'pushed',
  'pr-opened',
  'deployed',
  'migrated',
  'verified',
  'no-errors',
])
export type ClaimKind = z.infer<typeof ClaimKind>

/** What the agent says of its work, held against the evidence. */
export const Claim = z.strictObject({
  kind: ClaimKind,
  /** The agent's own words, one line. */
  quote: z.string(),
  /**
   * `stale`: true when it was measured, and code was edited since. `unsupported`: nothing in the
   * evidence speaks for it or against it.
   */
  status: z.enum(['supported', 'contradicted', 'stale', 'unsupported']),
  /** What the status rests on, one line each. */
  evidence: z.array(z.string()),
  /** What the record says against it, in our words; absent where `evidence` says it all. */
  fact: z.optional(z.string()),
  /** The step of the command or edit that it rests on, where there is one. */
  step: z.nullable(Count),
})
export type Claim = z.infer<typeof Claim>
