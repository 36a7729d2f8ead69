import type { RecordOf } from '../../../schema/records.js'
import { EndFacts, OUTCOME_DUE } from '../../../schema/end-facts.js'
import { parseJson } from '../../../util/parse-json.js'
import { shortHash } from '../../../util/loose-json.js'

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
  undelivered: null,
  idle: null,
  branch: null,
  model: null,
  interactive: null,
  skillsRead: [],
  base: null,
  head: null,
  files: [],
  thrownAway: false,
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
