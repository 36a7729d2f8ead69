import * as z from 'zod/mini'
import { Unit } from './scalar.js'

export const CompactionAction = z.enum([
  'needs_github_update',
  'continue_task',
  'needs_clarification',
  'task_complete',
])
export type CompactionAction = z.infer<typeof CompactionAction>

/** The answer to "the context was compressed: what now?" */
export const CompactionVerdict = z.strictObject({
  action: CompactionAction,
  /** Git or GitHub commands were used, or the work is about an issue or a pull request. */
  hasActiveGitWork: z.boolean(),
  confidence: Unit,
  /** What is said to the agent; null when nothing is. */
  nudgeMessage: z.nullable(z.string()),
  /** The fact that it rests on, one line. */
  why: z.string(),
  /** Who judged: `rules`, or the model's name. */
  judge: z.string(),
})
export type CompactionVerdict = z.infer<typeof CompactionVerdict>
