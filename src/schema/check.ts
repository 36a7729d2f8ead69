import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/**
 * A command that must be green, with what is known of it. The row is a record and a proposal, never
 * a permission: only a check in the user's own config is run.
 */
export const Check = z.strictObject({
  id: Id,
  name: Id,
  /** The program and its arguments; with `shell`, one line for a shell. */
  command: z.array(z.string()).check(z.minLength(1)),
  shell: z.boolean(),
  /** Run it only when a changed file matches one of these globs; always when empty. */
  when: z.array(z.string()),
  timeoutMs: z.int().check(z.gte(1)),
  /** Names of variables that it gets beyond the allow-list. */
  env: z.array(z.string()),
  /** Where it comes from. Whatever is not from the user is a proposal until the user accepts it. */
  source: z.enum(['user', 'detected', 'project', 'team', 'skill']),
  state: z.enum(['proposed', 'accepted', 'refused', 'removed']),
  createdAt: Timestamp,
  settledAt: z.nullable(Timestamp),
})
export type Check = z.infer<typeof Check>
