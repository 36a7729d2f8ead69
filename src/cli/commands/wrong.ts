import { findStatePlace } from '../../config/state-place.js'
import { findPush, WRONG_ACTION } from '../../moments/stop/track-record.js'
import { readerDir } from '../../read/prose/own-weights.js'
import { ReflectError } from '../../schema/error.js'
import { JUDGED_ACTION } from '../../schema/judged-action.js'
import { JudgedNote } from '../../schema/judged-note.js'
import { Act } from '../../schema/sentence.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Store } from '../../store.js'
import { parseJson } from '../../util/parse-json.js'
import { theRecords } from '../opens.js'
import { dropCorrection, keepCorrection } from './wrong/corrections.js'
import { findLastDecision } from './why/last-decision.js'
import { flag, oneOf, optional } from '../takes.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
Marks the decision that \`reflect why\` shows, or the verdict with this id, as mistaken. It counts, once, against the gate that
sent the agent back: a gate that is right in less than 80 % of its last 20 pushes is demoted to a note.
If it rests on a sentence of the agent, that sentence is kept, redacted, as one of your corrections;
once there are 30, \`reflect train\` makes your own reader from them.`,
  examples: `
  reflect wrong
  reflect wrong --act outlook
  reflect wrong --undo
  reflect wrong 20260102T030405006Z-1a2b3c4d5e6f`,
  takes: {
    id: optional('the verdict, as `reflect why` shows it'),
    act: oneOf('<act>', 'what the misread sentence really does', Act.options, 'other'),
    undo: flag('it was right after all: remove the mark'),
  },
  person: true,
  opens: theRecords,
  async run({ id, act, undo }, { store, ...context }) {
    const verdict = id === undefined ? await lastObjection(store) : await verdictOf(store, id)
    const { id: verdictId, session_id } = verdict
    const now = context.now().toISOString()
    const mark = toMark(verdict, now)
    const already = (await store.get('interaction', mark.id)) !== null
    const kinds = ['guard.settled'] as const
    const newest = { sessionId: session_id, limit: 2000, order: 'newest' } as const
    const gate = findPush(await store.readEvents({ kinds, ...newest }), verdictId)?.gate ?? null
    const marked = { id: verdictId, session_id, gate }
    const read = undo === already ? await findSentence(store, verdict) : null
    const reader = readerDir(findStatePlace(context).stateDir)
    if (undo) {
      if (already) await store.remove('interaction', mark.id, now)
      if (read !== null) await dropCorrection(reader, read.text)
      return {
        json: { ...marked, undone: already },
        text: `${verdictId} ${already ? 'is no longer' : 'was not'} marked as wrong.`,
      }
    }
    if (!already) await store.add([{ kind: 'interaction', record: mark }])
    if (read !== null && read.act !== act) {
      const { text, before, act: was } = read
      await keepCorrection(reader, { text, before, act, was })
    }
    return {
      json: { ...marked, already },
      text: already
        ? `${verdictId} was marked as wrong before; it counts once.`
        : `Marked ${verdictId} as wrong${whatCounts(gate)}.`,
    }
  },
})

/** The sentence that the verdict was read from, if it was read from one. */
async function findSentence(store: Store, verdict: Verdict) {
  const notes = await store.list('interaction', { sessionId: verdict.session_id, limit: 500 })
  const note = notes.find(({ action, input }) => action === JUDGED_ACTION && input === verdict.id)
  const judged = JudgedNote.safeParse(parseJson(note?.output ?? ''))
  return judged.data?.gates.find((gate) => gate.counts && gate.read !== undefined)?.read ?? null
}

const whatCounts = (gate: string | null): string =>
  gate === null
    ? '; the agent was not sent back for it, so it counts against no gate'
    : `; it counts against ${gate === 'model' ? 'the judge model' : gate}, which sent the agent back`

async function verdictOf(store: Store, id: string): Promise<Verdict> {
  const verdict = await store.get('verdict', id)
  if (verdict !== null) return verdict
  throw new ReflectError('not-found', `There is no verdict "${id}"`, {
    remedy: '`reflect why` shows the last one with its id.',
  })
}

/** The decision that `reflect why` shows; another one has to be named. */
async function lastObjection(store: Store): Promise<Verdict> {
  const decision = await findLastDecision(store, undefined, WRONG_ACTION)
  if (decision?.verdict?.complete === false) return decision.verdict
  const latest = await store.list('verdict', { limit: 50 })
  const objection = latest.find(({ complete }) => complete === false)
  throw objection === undefined
    ? new ReflectError('not-found', 'There has been no objection here yet', {
        remedy: '`reflect why` shows the last decision.',
      })
    : new ReflectError(
        'not-found',
        'The last decision, which `reflect why` shows, objects to nothing',
        {
          remedy: `The last objection is of ${objection.timestamp}: \`reflect wrong ${objection.id}\`.`,
        },
      )
}

/** Its id is the verdict's: marking twice is marking once. */
const toMark = (verdict: Verdict, now: string) => ({
  id: `wrong-${verdict.id}`,
  action: WRONG_ACTION,
  session: verdict.session_id,
  input: verdict.id,
  output: verdict.gates.join(','),
  timestamp: now,
})
