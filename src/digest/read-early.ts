import type { EarlyStop } from '../schema/api/overview.js'
import { JUDGED_ACTION } from '../schema/judged-action.js'
import { JudgedNote } from '../schema/judged-note.js'
import { isForPerson } from '../schema/verdict.js'
import type { Verdict } from '../schema/verdict.js'
import type { Store } from '../store.js'
import { countOf } from '../sums/counts.js'
import type { DaySum } from '../sums/read-sums.js'
import { oneLine } from '../util/one-line.js'
import { parseJson } from '../util/parse-json.js'
import { toPerson } from '../util/to-person.js'
import { askedOf } from './asked-of.js'

/** More than a day has. */
const MAX_OF_DAY = 2000
const MAX_CHARS = 300

/** The latest stops at which something was missing. Only days that have some are looked at. */
export async function readEarly(
  store: Store,
  window: readonly DaySum[],
  limit: number,
): Promise<EarlyStop[]> {
  const found: Verdict[] = []
  for (const { day, counts } of window.toReversed()) {
    if (found.length >= limit) break
    if (countOf(counts, 'verdict incomplete') === 0) continue
    const span = { since: `${day}T00:00:00.000Z`, before: `${day}T23:59:59.999Z` }
    const verdicts = await store.list('verdict', { ...span, limit: MAX_OF_DAY })
    found.push(...verdicts.filter((one) => one.complete === false && !isForPerson(one)))
  }
  return Promise.all(found.slice(0, limit).map((verdict) => toEarly(verdict, store)))
}

async function toEarly(verdict: Verdict, store: Store): Promise<EarlyStop> {
  const { id, session_id: sessionId, turn, timestamp: at, missing } = verdict
  const notes = await store.list('interaction', { sessionId, subject: JUDGED_ACTION })
  const note = JudgedNote.safeParse(
    parseJson(notes.find(({ input }) => input === id)?.output ?? ''),
  )
  const [gate] = note.success ? note.data.gates.filter(({ counts }) => counts) : []
  return {
    sessionId,
    turn,
    at,
    asked: await askedOf(sessionId, at, store),
    fact: oneLine(toPerson(gate?.fact ?? missing[0] ?? ''), MAX_CHARS),
  }
}
