import { Option } from 'commander'
import { findStatePlace } from '../../config/state-place.js'
import { readerDir } from '../../evidence/message/own-weights.js'
import { JUDGED_ACTION } from '../../moments/stop/stop.js'
import { findPush, WRONG_ACTION } from '../../moments/stop/track-record.js'
import { ReflectError } from '../../schema/error.js'
import { JudgedNote } from '../../schema/judged-note.js'
import { Act } from '../../schema/sentence.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Store } from '../../store.js'
import { parseJson } from '../../util/parse-json.js'
import type { CliCommand, CliContext } from '../command.js'
import { keepCorrection } from '../reader/corrections.js'
import { withExistingStore } from '../with-existing-store.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[id]', 'the verdict, as `reflect why` shows it')
      .addOption(
        new Option('--act <act>', 'what the sentence that was misread does in truth')
          .choices(Act.options)
          .default('other'),
      )
      .addHelpText(
        'after',
        `
Marks the last objection, or the one with this id, as mistaken. It counts, once, against the gate that
sent the agent back: a gate that is right in less than 80 % of its last 20 pushes is demoted to a note.
Where it rests on a sentence of the agent's, that sentence is kept, redacted, among your own
corrections; from 30 on \`reflect train\` makes a reader of your own from them.

Examples:
  reflect wrong
  reflect wrong --act outlook
  reflect wrong 20260102T030405006Z-1a2b3c4d5e6f`,
      ),

  run: (context, [id], options) =>
    withExistingStore(context, async (store) => {
      const verdict = store === null ? null : await findVerdict(store, id)
      if (store === null || verdict === null) {
        throw new ReflectError(
          'not-found',
          id === undefined ? 'Nothing was objected to here yet' : `There is no verdict "${id}"`,
          {
            remedy: '`reflect why` shows the last one.',
          },
        )
      }
      const { id: verdictId, session_id: sessionId } = verdict
      const mark = toMark(verdict, context.now().toISOString())
      const already = (await store.get('interaction', mark.id)) !== null
      if (!already) {
        await store.add([{ kind: 'interaction', record: mark }])
        await keepSentence(context, store, verdict, options['act'] as Act)
      }
      const events = await store.readEvents({
        kinds: ['guard.settled'],
        sessionId,
        limit: 2000,
        order: 'newest',
      })
      const gate = findPush(events, verdictId)?.gate ?? null
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

/** The sentence that the verdict was read from, if it was read from one. */
async function keepSentence(
  context: CliContext,
  store: Store,
  verdict: Verdict,
  act: Act,
): Promise<void> {
  const notes = await store.list('interaction', { sessionId: verdict.session_id, limit: 500 })
  const note = notes.find(({ action, input }) => action === JUDGED_ACTION && input === verdict.id)
  const judged = JudgedNote.safeParse(parseJson(note?.output ?? ''))
  const read = judged.data?.gates.find((gate) => gate.counts && gate.read !== undefined)?.read
  if (read === undefined || read.act === act) return
  const { text, before, act: was } = read
  const { stateDir } = findStatePlace(context)
  await keepCorrection(readerDir(stateDir), { text, before, act, was })
}

const whatCounts = (gate: string | null): string =>
  gate === null
    ? '; the agent was not sent back for it, so it counts against nobody'
    : `; it counts against ${gate === 'model' ? 'the judge model' : gate}, which sent the agent back`

async function findVerdict(store: Store, id: string | undefined): Promise<Verdict | null> {
  if (id !== undefined) return store.get('verdict', id)
  const latest = await store.list('verdict', { limit: 50 })
  return latest.find(({ complete }) => complete === false) ?? null
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
