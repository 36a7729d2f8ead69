import * as z from 'zod/mini'
import { Count, Timestamp } from '../scalar.js'

/** As the state directory names it. */
export const ProjectId = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}$/, 'has to be 16 hexadecimal digits'))

/** What stands out in one project. */
const ProjectFigures = z.strictObject({
  /** The days that sessions and stops are counted over. */
  days: Count,
  /** Those that began in them. */
  sessions: Count,
  judged: Count,
  /** Stops with something missing, whether or not the agent was sent back. */
  premature: Count,
  /** null where nothing was judged. */
  rate: z.nullable(z.number()),
  /** What waits for a person. */
  waits: z.strictObject({
    sessions: Count,
    reviews: Count,
    findings: Count,
    skillChanges: Count,
    pausedTasks: Count,
  }),
  /** Open findings; of imported sessions, checks that failed again and again. */
  keepFailing: Count,
  /** A few of them. */
  failing: z.array(z.strictObject({ id: z.string(), detail: z.string(), openedAt: Timestamp })),
})

export const ProjectItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Its folder, with `~` for the home; null where no record says. */
  root: z.nullable(z.string()),
  /** Its sessions were taken over from transcripts: no hook writes there, and no agent is told of it. */
  isImported: z.boolean(),
  /** The one that addresses without a project lead to. */
  isOwn: z.boolean(),
  lastActiveAt: z.nullable(Timestamp),
  /** Why its store can't be read; null when it can. */
  problem: z.nullable(z.string()),
  figures: z.nullable(ProjectFigures),
})
export type ProjectItem = z.infer<typeof ProjectItem>

/** Every project of this user, last active first. */
export const ProjectList = z.strictObject({ items: z.array(ProjectItem) })
export const ServedProject = z.strictObject({ id: z.string(), served: z.boolean() })
