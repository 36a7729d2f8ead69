import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** Something to do later. A row, not a timer: it survives the process that planned it. */
export const DueRow = z.strictObject({
  id: Id,
  sessionId: z.nullable(Id),
  /** What is due, e.g. `nudge` or `compaction-look`. */
  kind: z.string().check(z.minLength(1)),
  /** Who will be there to do it; `next-start`: the start of another session in the project. */
  owner: z.enum(['resident-hook', 'server', 'wake-entry', 'next-start']),
  dueAt: Timestamp,
  /** After this it is dropped, not done late. */
  expiresAt: Timestamp,
  payload: z.record(z.string(), z.string()),
})
export type DueRow = z.infer<typeof DueRow>
