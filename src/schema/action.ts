import * as z from 'zod/mini'

/** What goes back to the client: at most one per event, ordered none < toast < context < continue. */
export const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none'), reason: z.string() }),
  z.strictObject({
    kind: z.literal('toast'),
    level: z.enum(['info', 'success', 'warning', 'error']),
    text: z.string(),
  }),
  z.strictObject({
    kind: z.literal('context'),
    text: z.string(),
    /** Says which of our nudges it is; absent for what only informs. */
    metadata: z.optional(z.record(z.string(), z.string())),
  }),
  z.strictObject({
    kind: z.literal('continue'),
    text: z.string(),
    /** Marks the message as ours, for clients that keep it. */
    metadata: z.record(z.string(), z.string()),
  }),
  /** An internal error, never an objection to the agent's work. */
  z.strictObject({ kind: z.literal('error'), text: z.string() }),
])
export type Action = z.infer<typeof Action>
