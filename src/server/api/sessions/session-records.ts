import { JUDGED_ACTION } from '../../../schema/judged-action.js'
import { WRONG_ACTION } from '../../../moments/stop/track-record.js'
import type { Interaction } from '../../../schema/interaction.js'
import type { JudgedNote } from '../../../schema/judged-note.js'
import type { Verdict } from '../../../schema/verdict.js'
import type { Store } from '../../../store.js'
import { judgedNoteOf } from './judged-note-of.js'

/** Far more than a person reads of one session. */
const LIMIT = 2000

/** What was judged in one session, and what the log says of it. */
export interface SessionRecords {
  /** Oldest first. */
  verdicts: Verdict[]
  notes: Map<string, JudgedNote>
  wrong: Set<string>
  interactions: Map<string, Interaction>
}

export async function readSessionRecords(store: Store, sessionId: string): Promise<SessionRecords> {
  const newest = { sessionId, limit: LIMIT }
  const [verdicts, interactions] = await Promise.all([
    store.list('verdict', newest),
    store.list('interaction', newest),
  ])
  const judged = interactions.filter(({ action }) => action === JUDGED_ACTION)
  const marks = interactions.filter(({ action }) => action === WRONG_ACTION)
  return {
    verdicts: verdicts.toReversed(),
    notes: new Map(
      judged.flatMap((entry) => {
        const note = judgedNoteOf(entry)
        return note === null ? [] : [[entry.input, note] as const]
      }),
    ),
    wrong: new Set(marks.map(({ input }) => input)),
    interactions: new Map(interactions.map((entry) => [entry.id, entry])),
  }
}
