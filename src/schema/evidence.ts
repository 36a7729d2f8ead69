import * as z from 'zod/mini'
import { Claim } from './claim.js'
import { Count, Timestamp } from './scalar.js'

/** One command that the agent ran, with what came of it. */
export const CommandRun = z.strictObject({
  command: z.string(),
  kind: z.enum([
    'test',
    'build',
    'typecheck',
    'lint',
    'install',
    'git',
    'gh',
    'run',
    'other',
  ]),
  exitCode: z.nullable(z.int()),
  /** Counts that the runner printed, where they could be read. */
  counts: z.nullable(z.strictObject({ passed: Count, failed: Count, skipped: Count })),
  /** Position in the session, so that "before the last edit" can be asked. */
  step: Count,
})
export type CommandRun = z.infer<typeof CommandRun>

/** What git says about the work tree, measured by us. */
export const RepositoryFacts = z.strictObject({
  /** Absolute path of the work tree's root; null outside a repository. */
  root: z.nullable(z.string()),
  /** Base name of the root. */
  name: z.string(),
  branch: z.nullable(z.string()),
  head: z.nullable(z.string()),
  /** The commit that changes are counted from; null in a repository with no commit. */
  base: z.nullable(z.string()),
  /** Repo-relative paths, sorted, unique: committed since base, staged, unstaged, untracked. */
  filesChanged: z.array(z.string()),
  insertions: Count,
  deletions: Count,
  commitsSinceBase: Count,
  /** Why any of this is less than whole; empty when it is not. */
  degraded: z.array(z.string()),
})
export type RepositoryFacts = z.infer<typeof RepositoryFacts>

/** The ledger: the facts at one moment. What is missing is null or empty, and `degraded` says why. */
export const Evidence = z.strictObject({
  at: Timestamp,
  repository: z.nullable(RepositoryFacts),
  commands: z.array(CommandRun),
  todos: z.array(
    z.strictObject({
      text: z.string(),
      state: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
    }),
  ),
  claims: z.array(Claim),
  lastMessage: z.nullable(z.string()),
  degraded: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>
