import * as z from 'zod/mini'

export const WeakenedKind = z.enum([
  // The first row: a check that no longer checks.
  'deleted',
  'skipped',
  'focused',
  'emptied',
  'excluded',
  'command',
  'threshold',
  'stand_in',
  // The second row: a check that may check less.
  'replaced',
  'assertions',
  'expectations',
  'snapshot',
  'rules',
  'suppressed',
  'under_test',
  'retried',
  'fewer_ran',
  'run_changed',
])
export type WeakenedKind = z.infer<typeof WeakenedKind>

/** A check that the session's change made weaker, and what is known of why. */
export const WeakenedCheck = z.strictObject({
  kind: WeakenedKind,
  /** The file that was changed, relative to the root; the command's key for what ran. */
  file: z.string(),
  /** The tests, suites or scripts that it is about, at most five. */
  names: z.array(z.string()),
  /** What was found, one line; words of the change are quoted as they are. */
  detail: z.string(),
  /** Of the content: an exemption covers this very change, wherever it lies. */
  hash: z.string(),
  /** Some check that it concerns failed earlier in the session. */
  red: z.boolean(),
  /** A human message asks for it. */
  asked: z.boolean(),
  /** The agent's last message tells of it. */
  disclosed: z.boolean(),
  /** Reason enough to send the agent back. */
  pushes: z.boolean(),
})
export type WeakenedCheck = z.infer<typeof WeakenedCheck>
