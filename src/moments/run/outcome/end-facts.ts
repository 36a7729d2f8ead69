import * as z from 'zod/mini'
import type { RecordOf } from '../../../schema/records.js'
import { Count } from '../../../schema/scalar.js'
import { parseJson } from '../../../util/parse-json.js'
import { shortHash } from '../../../util/loose-json.js'

/** What a session left behind at its last stop, kept until its outcome is settled. */
const EndFacts = z.strictObject({
  /** The human turn of the last stop at which something had been done; 0 before the first stop. */
  turn: Count,
  /** The end of what the agent said then. */
  said: z.string(),
  /** What the human wrote since, oldest first. */
  replies: z.array(z.string()),
  /** The first words of the session that came next, where this one had ended or was idle. */
  next: z.nullable(z.string()),
  /** The commit by which a person took the work over, before another session began. */
  committed: z.nullable(z.string()),
  /** The checks that the transcript shows, as they stood at the last stop. */
  result: z.enum(['passed', 'failed', 'unknown']),
  green: z.array(z.string()),
  red: z.array(z.string()),
  branch: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** Whether a person was there; null when the client does not say. */
  interactive: z._default(z.nullable(z.boolean()), null),
  /** What the session's model used, where the client tells it. */
  tokens: z.optional(Count),
  skillsRead: z.array(z.string()),
  /** Commits from which and up to which the session worked. */
  base: z.nullable(z.string()),
  head: z.nullable(z.string()),
  /** Changed files, bounded. */
  files: z.array(z.string()),
  /** Of the evidence, to see whether a later turn did anything. */
  fingerprint: z.string(),
})
export type EndFacts = z.infer<typeof EndFacts>

export const OUTCOME_DUE = 'session-outcome'
/** The log outlives it: a project that stays unused for so long has no outcome to settle. */
const LASTS_MS = 90 * 24 * 3_600_000

export const outcomeDueId = (sessionId: string): string => `${OUTCOME_DUE}:${shortHash(sessionId)}`

export const NO_FACTS: EndFacts = {
  turn: 0,
  said: '',
  replies: [],
  next: null,
  committed: null,
  result: 'unknown',
  green: [],
  red: [],
  branch: null,
  model: null,
  interactive: null,
  skillsRead: [],
  base: null,
  head: null,
  files: [],
  fingerprint: '',
}

/** The row by which the next start of a session finds this one. */
export const toDueRow = (sessionId: string, facts: EndFacts, now: string): RecordOf<'due'> => ({
  id: outcomeDueId(sessionId),
  sessionId,
  kind: OUTCOME_DUE,
  owner: 'next-start',
  dueAt: now,
  expiresAt: new Date(Date.parse(now) + LASTS_MS).toISOString(),
  payload: { facts: JSON.stringify(facts) },
})

/** A row that can't be read has no facts: the session still gets its outcome. */
export function readEndFacts(row: RecordOf<'due'> | null): EndFacts {
  const read = EndFacts.safeParse(parseJson(row?.payload['facts'] ?? ''))
  return read.success ? read.data : NO_FACTS
}
