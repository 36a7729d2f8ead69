import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

const DemandKind = z.enum(['change', 'check', 'deliver', 'answer', 'plan', 'forbid', 'ask_first'])

/** One thing that a human asked for, with the sentence that it comes from. */
export const Demand = z.strictObject({
  id: Id,
  sessionId: Id,
  turn: Count,
  kind: DemandKind,
  sentence: z.string().check(z.minLength(1)),
  /** `project`: the project's instructions to agents, which weigh less. */
  source: z.enum(['human', 'project']),
  state: z.enum(['asked', 'withdrawn', 'replaced']),
  /** The sentence that took it back or changed it. */
  settledBy: z.nullable(z.string()),
  /** The demand that stands in its place. */
  replacedBy: z.nullable(Id),
  /** Files, symbols and commands that it names: they can be looked for. */
  names: z.strictObject({
    files: z.array(z.string()),
    symbols: z.array(z.string()),
    commands: z.array(z.string()),
  }),
  askedAt: Timestamp,
  settledAt: z.nullable(Timestamp),
})
export type Demand = z.infer<typeof Demand>
