import * as z from 'zod/mini'

/** What the agent says of its work, held against the evidence. */
export const Claim = z.strictObject({
  kind: z.enum([
    'tests-pass',
    'build-passes',
    'fixed',
    'implemented',
    'committed',
    'pushed',
    'pr-opened',
    'deployed',
    'verified',
    'no-errors',
  ]),
  /** The agent's own words, one line. */
  quote: z.string(),
  status: z.enum(['supported', 'contradicted', 'stale', 'unsupported']),
  /** What the status rests on, one line each. */
  evidence: z.array(z.string()),
})
export type Claim = z.infer<typeof Claim>
