import { findPush, WRONG_ACTION } from '../../moments/stop/track-record.js'
import { ReflectError } from '../../schema/error.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Store } from '../../store.js'
import type { CliCommand } from '../command.js'
import { withExistingStore } from '../with-existing-store.js'

export const command: CliCommand = {
  configure: (command) =>
    command.argument('[id]', 'the verdict, as `reflect why` shows it').addHelpText(
      'after',
      `
Marks the last objection, or the one with this id, as mistaken. It counts, once, against the gate that
sent the agent back: a gate that is right in less than 80 % of its last 20 pushes is demoted to a note.

Examples:
  reflect wrong
  reflect wrong 20260102T030405006Z-1a2b3c4d5e6f`,
    ),

  run: (context, [id]) =>
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
      if (!already) await store.add([{ kind: 'interaction', record: mark }])
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
