import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

const DemandKind = z.enum(['change', 'check', 'deliver', 'answer', 'plan', 'forbid', 'ask_first'])

/** One thing that a human asked for, with the sentence that it comes from. */
export const Demand = z.strictObject({
  id: Id,
  sessionId: Id,
  turn: Count,
  kind: DemandKind,
  sentence: z.string().check(z.minLength(1)),
  /** `project`: the project's instructions to agents, which weigh less. */
  source: z.enum(['human', 'project']),
  state: z.enum(['asked', 'withdrawn', 'replaced']),
  /** The sentence that took it back or changed it. */
  settledBy: z.nullable(z.string()),
  /** The demand that stands in its place. */
  replacedBy: z.nullable(Id),
  /** Files, symbols and commands that it names: they can be looked for. */
  names: z.strictObject({
    files: z.array(z.string()),
    symbols: z.array(z.string()),
    commands: z.array(z.string()),
  }),
  askedAt: Timestamp,
  settledAt: z.nullable(Timestamp),
})
export type Demand = z.infer<typeof Demand>

/** Something that a demand names and that can be looked for. */
export const Wanted = z.strictObject({
  /** A file, a symbol, a function with a body, a command, the subject of a check, or `tests`. */
  what: z.string(),
  want: z.enum(['exists', 'gone', 'changed', 'symbol', 'body', 'run', 'check', 'tests']),
  /** Of a body, where it is called though the request does not name it. */
  file: z.optional(z.string()),
  /** null when it could not be checked. */
  found: z.nullable(z.boolean()),
  /** Of tests that are there and check nothing: `bare`, no assertion is seen in them. */
  idle: z.optional(z.enum(['skipped', 'empty', 'bare'])),
})
export type Wanted = z.infer<typeof Wanted>

const { kind, sentence, source, state, settledBy, names } = Demand.shape

/** A demand as it stands at one moment. */
export const StatedDemand = z.strictObject({
  /** The number of the human message that it stands in. */
  message: Count,
  kind,
  sentence,
  source,
  state,
  settledBy,
  /** Which of the list stands in its place; null when none does. */
  replacedBy: z.nullable(Count),
  names,
  /** How sure the reader is that it is a demand of this kind. */
  probability: z.number(),
  wants: z.array(Wanted),
})
export type StatedDemand = z.infer<typeof StatedDemand>

/** A demand with what the evidence says of it. */
export const JudgedDemand = z.strictObject({
  kind,
  sentence,
  source,
  state,
  settledBy,
  /** `ran_red`: the check that it asks for ran, and its last result is red. */
  status: z.enum(['met', 'ran_red', 'not_met', 'unclear']),
  /** What the status rests on, one line each. */
  evidence: z.array(z.string()),
})
export type JudgedDemand = z.infer<typeof JudgedDemand>
