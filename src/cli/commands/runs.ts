import { askedOf } from '../../digest/asked-of.js'
import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { orderReview } from '../../risk/order-review.js'
import { ReflectError } from '../../schema/error.js'
import type { RunRow } from '../../schema/run-record.js'
import type { Store } from '../../store.js'
import { findRunId, findSession } from '../find-by-prefix.js'
import { theRecords, theStore } from '../opens.js'
import type { OnStore } from '../opens.js'
import { describeRun, reviewText, runTable } from './runs/describe-runs.js'
import { importRuns } from './runs/import-runs.js'
import { argument, flag, limit, optional, text } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, Shown } from '../command.js'

const narrowed = {
  session: text('<id>', 'only the runs of this session; the beginning of its id is enough'),
  needsReview: flag('only runs that need a review: for their risk or a weakened check'),
}

export const command: CliNoun = {
  about: `
What agents' stops left in the store, newest first. The same records are in the project's
.reflection/runs/ folder.`,
  examples: `
  reflect runs                       the newest 20
  reflect runs --needs-review
  reflect runs --review              each session's last run that needs a review, most important first
  reflect runs --session 7f3a --limit 5
  reflect runs import old/.reflection/runs   sidecars from any tool that writes reflection.v1
  reflect runs show latest           one of them in full
  reflect runs show 20300101         by the start of its id`,
  bare: 'list',
  verbs: {
    list: verb({
      summary: 'the runs, newest first',
      takes: {
        ...narrowed,
        review: flag('what to review, most important first'),
        limit: limit(20),
      },
      opens: theRecords,
      async run({ session, needsReview, review, limit }, opened) {
        const query = { ...(await queryOf({ session, needsReview }, opened.store)), limit }
        if (review) return showReview(query, opened)
        const rows = await opened.store.list('run', query)
        const none = needsReview ? NO_REVIEW : `No run is recorded here. ${HOW_RUNS_COME}`
        return { json: { runs: rows }, text: rows.length === 0 ? none : runTable(rows, opened) }
      },
    }),
    show: verb({
      summary: 'one run in full',
      takes: { id: optional('its id, the beginning of it, or latest'), ...narrowed },
      opens: theRecords,
      async run({ id = 'latest', ...narrow }, { store, ...context }) {
        const row =
          id === 'latest'
            ? (await store.list('run', { ...(await queryOf(narrow, store)), limit: 1 }))[0]
            : await store.get('run', await findRunId(store, id))
        if (row) return { json: row, text: describeRun(row, context) }
        throw new ReflectError('not-found', 'No run is recorded here', { remedy: HOW_RUNS_COME })
      },
    }),
    import: verb({
      summary: 'take in what another checkout, or another tool, recorded',
      takes: { place: argument('a record, or a folder of them such as .reflection/runs') },
      opens: theStore,
      run: ({ place }, { store, ...context }) => importRuns(context, store, place),
    }),
  },
}

const HOW_RUNS_COME = 'Every stop of an agent leaves one; `reflect status` says whether it is on.'
const NO_REVIEW = 'No run waits for a review.'
const MAX_REVIEWED = 50_000

interface Narrow {
  session: string | undefined
  needsReview: boolean
}

const queryOf = async ({ session, needsReview }: Narrow, store: Store) => ({
  ...(session === undefined ? {} : { sessionId: await findSession(store, session) }),
  ...(needsReview ? { state: 'needs_review' } : {}),
})

/** P1 is looked at first: it may put advice on runs, or take it back. */
async function showReview(
  { sessionId, limit }: { sessionId?: string; limit: number },
  { workspace, store, ...context }: OnStore,
): Promise<Shown> {
  const { highConfidence: high } = workspace.loaded.values.experiments
  await lookAtConfidenceGate(store, { high, now: context.now() })
  const query = sessionId === undefined ? {} : { sessionId }
  const all = await store.list('run', { limit: MAX_REVIEWED, ...query })
  const rows = orderReview(all).slice(0, limit)
  const describe = async (row: RunRow): Promise<string> => {
    const asked = await askedOf(row.record.session_id, row.record.timestamp, store)
    return reviewText(row, asked, context)
  }
  const described = await Promise.all(rows.map(describe))
  return { json: { runs: rows }, text: described.join('\n\n') || NO_REVIEW }
}
