import * as z from 'zod/mini'
import { Check } from '../check.js'
import { CheckRun } from '../check-run.js'
import { Count, Timestamp } from '../scalar.js'
import { WeakenedCheck } from '../weakened-check.js'
import { CheckItem } from './session.js'

/** A run of a check, with the session whose stop it was run for. */
export const CheckRunItem = z.strictObject({
  ...CheckItem.shape,
  sessionId: CheckRun.shape.sessionId,
})
export type CheckRunItem = z.infer<typeof CheckRunItem>

const Stripped = z.object(CheckRunItem.shape)
/** Without what only its runner needs. */
export const toCheckRunItem = (run: CheckRun): CheckRunItem => Stripped.parse(run)

const { name, when, timeoutMs } = Check.shape
/** As a person would type it. */
const command = z.string()

/** A check that the user added: it runs. */
export const OwnCheck = z.strictObject({
  name,
  command,
  when,
  timeoutMs,
  /** Where it runs at a stop, by how long it took last. */
  atStop: z.enum(['hold', 'background']),
  lastMs: z.nullable(Count),
  /** The latest, newest first. */
  runs: z.array(CheckRunItem),
})
export type OwnCheck = z.infer<typeof OwnCheck>

/** A check that a file, a server or a skill names: it does not run until a person adds it. */
const ProposedCheck = z.strictObject({ name, command, when, from: z.string() })

/** A check that failed more than once for the same reason, by what the sessions' records show. */
export const FailingCheck = z.strictObject({
  check: z.string(),
  /** The one that it failed in; null where it is several. */
  project: z.nullable(z.string()),
  /** What failed; null where it has no name, and may be several things. */
  error: z.nullable(z.string()),
  times: Count,
  sessions: Count,
  /** What made it green, the latest first. */
  green: z.array(z.string()),
  isRedStill: z.boolean(),
  /** The sessions that it failed in, newest first, a few. */
  history: z.array(
    z.strictObject({
      session: z.string(),
      at: z.nullable(z.string()),
      times: Count,
      isRedStill: z.boolean(),
    }),
  ),
})
export type FailingCheck = z.infer<typeof FailingCheck>

/** A check that a session made weaker, which nobody had asked for and its message did not tell. */
export const UntoldCheck = z.strictObject({
  sessionId: z.string(),
  at: Timestamp,
  weakened: WeakenedCheck,
})
export type UntoldCheck = z.infer<typeof UntoldCheck>

/** The user's definition of done, and what the record shows of checks. */
export const CheckList = z.strictObject({
  checks: z.array(OwnCheck),
  proposals: z.array(ProposedCheck),
  /** Those of the latest sessions, most sessions first. */
  failing: z.array(FailingCheck),
  /** Of the latest stops, newest first. */
  untold: z.array(UntoldCheck),
})
export type CheckList = z.infer<typeof CheckList>
