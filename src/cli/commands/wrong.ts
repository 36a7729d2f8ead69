import { Option } from 'commander'
import { findStatePlace } from '../../config/state-place.js'
import { readerDir } from '../../read/prose/own-weights.js'
import { JUDGED_ACTION } from '../../schema/judged-action.js'
import { findPush, WRONG_ACTION } from '../../moments/stop/track-record.js'
import { ReflectError } from '../../schema/error.js'
import { JudgedNote } from '../../schema/judged-note.js'
import { Act } from '../../schema/sentence.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Store } from '../../store.js'
import { parseJson } from '../../util/parse-json.js'
import type { CliCommand, CliContext } from '../command.js'
import { dropCorrection, keepCorrection } from '../reader/corrections.js'
import { findLastDecision } from '../stop/last-decision.js'
import { withExistingStore } from '../with-existing-store.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[id]', 'the verdict, as `reflect why` shows it')
      .addOption(
        new Option('--act <act>', 'what the misread sentence really does')
          .choices(Act.options)
          .default('other'),
      )
      .option('--undo', 'it was right after all: remove the mark')
      .addHelpText(
        'after',
        `
Marks the decision that \`reflect why\` shows, or the verdict with this id, as mistaken. It counts, once, against the gate that
sent the agent back: a gate that is right in less than 80 % of its last 20 pushes is demoted to a note.
If it rests on a sentence of the agent, that sentence is kept, redacted, as one of your corrections;
once there are 30, \`reflect train\` makes your own reader from them.

Examples:
  reflect wrong
  reflect wrong --act outlook
  reflect wrong --undo
  reflect wrong 20260102T030405006Z-1a2b3c4d5e6f`,
      ),

  run: (context, [id], options) =>
    withExistingStore(context, async (store) => {
      if (store === null) throw nothingYet()
      const verdict = id === undefined ? await lastObjection(store) : await verdictOf(store, id)
      const { id: verdictId, session_id: sessionId } = verdict
      const now = context.now().toISOString()
      const mark = toMark(verdict, now)
      const already = (await store.get('interaction', mark.id)) !== null
      const events = await store.readEvents({
        kinds: ['guard.settled'],
        sessionId,
        limit: 2000,
        order: 'newest',
      })
      const gate = findPush(events, verdictId)?.gate ?? null
      if (options['undo'] === true) {
        if (already) {
          await store.remove('interaction', mark.id, now)
          const read = await findSentence(store, verdict)
          if (read !== null) await dropCorrection(ownReader(context), read.text)
        }
        context.print(
          context.json
            ? JSON.stringify({ id: verdictId, session_id: sessionId, gate, undone: already })
            : already
              ? `${verdictId} is no longer marked as wrong.`
              : `${verdictId} was not marked as wrong.`,
        )
        return 0
      }
      if (!already) {
        await store.add([{ kind: 'interaction', record: mark }])
        await keepSentence(context, store, verdict, options['act'] as Act)
      }
      context.print(
        context.json
          ? JSON.stringify({ id: verdictId, session_id: sessionId, gate, already })
          : already
            ? `${verdictId} was marked as wrong before; it counts once.`
            : `Marked ${verdictId} as wrong${whatCounts(gate)}.`,
      )
      return 0
    }),
}

const ownReader = (context: CliContext): string => readerDir(findStatePlace(context).stateDir)

async function keepSentence(
  context: CliContext,
  store: Store,
  verdict: Verdict,
  act: Act,
): Promise<void> {
  const read = await findSentence(store, verdict)
  if (read === null || read.act === act) return
  const { text, before, act: was } = read
  await keepCorrection(ownReader(context), { text, before, act, was })
}

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

const nothingYet = (): ReflectError =>
  new ReflectError('not-found', 'There has been no objection here yet', {
    remedy: '`reflect why` shows the last decision.',
  })

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
  if (objection === undefined) throw nothingYet()
  throw new ReflectError(
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
