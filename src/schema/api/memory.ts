import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../scalar.js'
import { PageQuery, pageOf, SearchText } from './page.js'

export const MemoryQuery = z.strictObject({
  ...PageQuery.shape,
  /** `human`, or an agent's id. */
  owner: z.optional(Id),
  /** Words of the text; then the best come first, and all on one page. */
  q: z.optional(SearchText),
})

export const MemoryItem = z.strictObject({
  id: Id,
  /** Whose words they are: `human`, or the agent's id. */
  owner: Id,
  at: Timestamp,
  /** As it is kept and, once recalled, shown; of an agent's turn the words in lower case. */
  text: z.string(),
  /** What the agent wrote at that stop, for what a turn left behind; null where that is gone. */
  said: z.nullable(z.string()),
  kind: z.string(),
  pinned: z.boolean(),
  /** It may be shown to later sessions; an agent's words need a pin for that. */
  recallable: z.boolean(),
  /** How many sessions it was sent to. */
  recalled: Count,
  sessionId: z.nullable(Id),
})
export type MemoryItem = z.infer<typeof MemoryItem>

export const MemoryPage = z.strictObject({
  ...pageOf(MemoryItem).shape,
  /** What is said is kept and recalled (`memory.recall`). */
  enabled: z.boolean(),
})
export type MemoryPage = z.infer<typeof MemoryPage>

export const ForgottenMemory = z.strictObject({ id: Id, forgotten: z.boolean() })
