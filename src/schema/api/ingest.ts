import * as z from 'zod/mini'
import { Action } from '../action.js'
import { Count } from '../scalar.js'

/** Events of one client, in order. What can be filled in may be left out, as for the agent `generic`. */
export const IngestBody = z.strictObject({
  /** One that is no event is refused alone; the others are taken. */
  events: z.array(z.unknown()).check(z.minLength(1), z.maxLength(500)),
  /**
   * The sender follows the live feed and prompts an idle agent with what is sent there: so the
   * server looks at silence and at what a compaction lost. @default false
   */
  watched: z.optional(z.boolean()),
})
export type IngestBody = z.infer<typeof IngestBody>

export const IngestResult = z.strictObject({
  /** The event's place in the batch, from 0. */
  index: Count,
  /** null when the event has none that could be read. */
  id: z.nullable(z.string()),
  /** With `off` the mode is off or the project paused, and nothing was stored. */
  status: z.enum(['accepted', 'duplicate', 'refused', 'failed', 'off']),
  /** What goes back to the client; for a duplicate what went back the first time, where it is known. */
  action: z.nullable(Action),
  /** Why it was refused, or failed. */
  problem: z.nullable(z.string()),
})
export type IngestResult = z.infer<typeof IngestResult>

export const IngestReport = z.strictObject({
  accepted: Count,
  duplicates: Count,
  refused: Count,
  failed: Count,
  off: Count,
  /** In the order of the events. */
  results: z.array(IngestResult),
})
export type IngestReport = z.infer<typeof IngestReport>
