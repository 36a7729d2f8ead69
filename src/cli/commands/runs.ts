import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { orderReview } from '../../risk/order-review.js'
import { ReflectError } from '../../schema/error.js'
import type { RunRow } from '../../schema/run-record.js'
import type { Store } from '../../store.js'
import { nearest } from '../../util/nearest.js'
import { openExistingStore, openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { findRunId, findSession } from '../find-by-prefix.js'
import { askedOf } from '../../digest/asked-of.js'
import { describeRun, reviewText, runTable } from '../runs/describe-runs.js'
import { importRuns } from '../runs/import-runs.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[action]', 'list (the default), show or import')
      .argument(
        '[id]',
        'show: the id of a run, its beginning, or latest; import: a file or a folder',
      )
      .option('--session <id>', 'only the runs of this session; the beginning of its id is enough')
      .option('--needs-review', 'only runs that need a review: for their risk or a weakened check')
      .option('--review', 'what to review, most important first')
      .option('--limit <count>', `at most this many (default: ${DEFAULT_LIMIT})`)
      .addHelpText(
        'after',
        `
What agents' stops left in the store, newest first. The same records are in the project's
.reflection/runs/ folder.

Examples:
  reflect runs                       the newest ${DEFAULT_LIMIT}
  reflect runs --needs-review
  reflect runs --review              each session's last run that needs a review, most important first
  reflect runs --session 7f3a --limit 5
  reflect runs import old/.reflection/runs   sidecars from any tool that writes reflection.v1
  reflect runs show latest           one of them in full
  reflect runs show 20300101         by the start of its id`,
      ),

  async run(context, [action = 'list', id], options) {
    const asked = readQuery(options)
    if (!ACTIONS.includes(action)) throw unknownAction(action)
    if (action === 'list' && id !== undefined) throw surplus(id)
    const workspace = await openWorkspace({ ...context, now: context.now() })
    if (action === 'import') return importInto(context, workspace, id)
    const store = await openExistingStore(workspace)
    try {
      const query =
        asked.sessionId === undefined
          ? asked
          : { ...asked, sessionId: await findSession(store, asked.sessionId) }
      if (action === 'list') {
        const isReview = options['review'] === true
        const rows =
          store === null
            ? []
            : isReview
              ? await listReview(context, workspace, store, query)
              : await store.list('run', query)
        if (isReview && rows.length > 0 && !context.json) return printReview(context, rows, store!)
        return printList(context, rows, isReview || query.state !== undefined)
      }
      return printOne(context, await findRun(store, id ?? 'latest', query))
    } finally {
      await store?.close()
    }
  },
}

const ACTIONS = ['list', 'show', 'import']

async function importInto(
  context: CliContext,
  workspace: Workspace,
  place: string | undefined,
): Promise<number> {
  if (place === undefined) {
    throw new ReflectError('usage', '`reflect runs import` needs a file or a folder', {
      remedy: 'For example .reflection/runs of another checkout.',
    })
  }
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    const { refused } = await importRuns(context, store, place)
    return refused > 0 ? 1 : 0
  } finally {
    await store.close()
  }
}

/** P1 is looked at first: it may put advice on runs, or take it back. */
async function listReview(
  { now }: CliContext,
  { loaded }: Workspace,
  store: Store,
  { limit, sessionId }: RunQuery,
): Promise<RunRow[]> {
  const { highConfidence: high } = loaded.values.experiments
  await lookAtConfidenceGate(store, { high, now: now() })
  const rows = await store.list('run', {
    limit: MAX_REVIEWED,
    ...(sessionId === undefined ? {} : { sessionId }),
  })
  return orderReview(rows).slice(0, limit)
}

const MAX_REVIEWED = 50_000

interface RunQuery {
  sessionId?: string
  state?: string
  limit: number
}

function readQuery(options: Readonly<Record<string, unknown>>): RunQuery {
  const { session, needsReview, limit } = options as Record<string, string | undefined>
  return {
    ...(session === undefined ? {} : { sessionId: session }),
    ...(needsReview === undefined ? {} : { state: 'needs_review' }),
    limit: limit === undefined ? DEFAULT_LIMIT : readLimit(limit),
  }
}

function readLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new ReflectError('usage', `--limit ${JSON.stringify(text)} is not a count`, {
    remedy: `Use a whole number from 1 to ${MAX_LIMIT}.`,
  })
}

async function findRun(store: Store | null, id: string, query: RunQuery): Promise<RunRow> {
  if (id === 'latest') {
    const [newest] = (await store?.list('run', { ...query, limit: 1 })) ?? []
    if (newest !== undefined) return newest
    throw new ReflectError('not-found', 'No run is recorded here', { remedy: HOW_RUNS_COME })
  }
  const found = await store?.get('run', await findRunId(store, id))
  if (found) return found
  throw new ReflectError('not-found', `The run "${id}" is gone`, {
    remedy: '`reflect runs` lists them.',
  })
}

const HOW_RUNS_COME = 'Every stop of an agent leaves one; `reflect status` says whether it is on.'

function printList(context: CliContext, rows: readonly RunRow[], forReview: boolean): number {
  if (context.json) context.print(JSON.stringify({ runs: rows }, null, 2))
  else if (rows.length > 0) context.print(runTable(rows, context))
  else
    context.print(
      forReview ? 'No run waits for a review.' : `No run is recorded here. ${HOW_RUNS_COME}`,
    )
  return 0
}

async function printReview(
  context: CliContext,
  rows: readonly RunRow[],
  store: Store,
): Promise<number> {
  const told = await Promise.all(
    rows.map(async (row) =>
      reviewText(row, await askedOf(row.record.session_id, row.record.timestamp, store), context),
    ),
  )
  context.print(told.join('\n\n'))
  return 0
}

function printOne(context: CliContext, row: RunRow): number {
  context.print(context.json ? JSON.stringify(row, null, 2) : describeRun(row, context))
  return 0
}

function unknownAction(action: string): ReflectError {
  const meant = nearest(action, ACTIONS)
  return new ReflectError('usage', `There is no \`reflect runs ${action}\``, {
    remedy:
      meant === null ? 'Available: list, show, import.' : `Did you mean \`reflect runs ${meant}\`?`,
  })
}

const surplus = (word: string): ReflectError =>
  new ReflectError('usage', `\`reflect runs list\` takes no "${word}"`, {
    remedy: `To see one run: \`reflect runs show ${word}\`.`,
  })
