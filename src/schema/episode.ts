import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'
import { ShownName } from './shown-name.js'

/** The lines that an edit took out and put in, trimmed; kept where they are few and short. */
export const LineChange = z.strictObject({
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type LineChange = z.infer<typeof LineChange>

/** Lines of one file that were changed between the last red and the first green. */
export const Hunk = z.strictObject({
  file: z.string(),
  /** Where the client tells it. */
  line: z.nullable(z.int().check(z.gte(1))),
  /** How many lines it removed and added. */
  removed: Count,
  added: Count,
  /** The function, class or test that the lines name. */
  symbol: z.nullable(z.string()),
  /** What one small edit did. It stays on this machine. */
  change: z.optional(LineChange),
})
export type Hunk = z.infer<typeof Hunk>

/** What a check said was wrong, as far as it could be read. */
export const CheckError = z.strictObject({
  class: z.nullable(z.string()),
  /** A diagnostic code, such as `TS2322`. */
  code: z.nullable(z.string()),
  /** Normalised: without paths, numbers and values. */
  message: z.nullable(z.string()),
  file: z.nullable(z.string()),
  line: z.nullable(Count),
  symbol: z.nullable(z.string()),
})
export type CheckError = z.infer<typeof CheckError>

/** A check that went red, what was tried, and what made it green. Facts alone, no model's prose. */
export const Episode = z.strictObject({
  id: Id,
  sessionId: Id,
  /** Fingerprint of check, tests and error: the same failure has the same key in every session. */
  key: Id,
  /** The command, normalised. */
  check: z.string().check(z.minLength(1)),
  tests: z.array(z.string()),
  error: z.nullable(CheckError),
  /** The step of the transcript at which it first went red. */
  redStep: Count,
  /** The step at which it was green again. */
  greenStep: z.nullable(Count),
  /** One entry per attempt, oldest first. */
  tried: z.array(
    z.strictObject({
      files: z.array(z.string()),
      symbols: z.array(z.string()),
      commands: z.array(z.string()),
    }),
  ),
  /** null while it is red; with `gone` alone, what ended it is not said. Hunks smallest first; commands where no edit did it. */
  resolvedBy: z.nullable(
    z.strictObject({
      files: z.array(z.string()),
      hunks: z.array(Hunk),
      commands: z.array(z.string()),
      /** The same command was green when it was run again, and nothing at all had happened in between. */
      again: z.optional(z.literal(true)),
      /** The check failed next for something else: this failure was gone, and the check was not green yet. */
      gone: z.optional(z.literal(true)),
      /** The commit that a trial saw red before and green with; null until one has looked. */
      commit: z.nullable(z.string()),
    }),
  ),
  /** The check was weakened on its way to green, so that it is not resolved. */
  weakened: z.boolean(),
  state: z.enum(['open', 'resolved', 'abandoned']),
  /** Red runs. */
  attempts: Count,
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** Whose session it was, where it came from the team; people are told, agents are not. */
  member: z.optional(ShownName),
})
export type Episode = z.infer<typeof Episode>
