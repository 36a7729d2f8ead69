import * as z from 'zod/mini'
import { Check } from '../check.js'
import { CheckRun } from '../check-run.js'
import { Count } from '../scalar.js'
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

/** The user's definition of done. */
export const CheckList = z.strictObject({
  checks: z.array(OwnCheck),
  proposals: z.array(ProposedCheck),
})
export type CheckList = z.infer<typeof CheckList>
