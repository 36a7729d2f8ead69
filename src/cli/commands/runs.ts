import { ReflectError } from '../../schema/error.js'
import type { RunRow } from '../../schema/run-record.js'
import type { Store } from '../../store.js'
import { nearest } from '../../util/nearest.js'
import { openExistingStore, openWorkspace } from '../../workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { describeRun, runTable } from '../runs/describe-runs.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[action]', 'list (the default) or show')
      .argument('[id]', 'show: the id of a run, its beginning, or latest')
      .option('--session <id>', 'only the runs of this session')
      .option('--needs-review', 'only runs that need a review')
      .option('--limit <count>', `at most so many (default: ${DEFAULT_LIMIT})`)
      .addHelpText(
        'after',
        `
What the stops of agents left in the store, newest first. The same records lie beside the work, in
.reflection/runs/.

Examples:
  reflect runs                       the newest ${DEFAULT_LIMIT}
  reflect runs --needs-review
  reflect runs --session 7f3a… --limit 5
  reflect runs show latest           one of them, whole
  reflect runs show 20300101         by the beginning of its id`,
      ),

  async run(context, [action = 'list', id], options) {
    const query = readQuery(options)
    if (action !== 'list' && action !== 'show') throw unknownAction(action)
    if (action === 'list' && id !== undefined) throw surplus(id)
    const store = await openExistingStore(await openWorkspace({ ...context, now: context.now() }))
    try {
      if (action === 'list') return printList(context, (await store?.list('run', query)) ?? [])
      return printOne(context, await findRun(store, id ?? 'latest', query))
    } finally {
      await store?.close()
    }
  },
}

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
  const whole = (await store?.get('run', id)) ?? null
  if (whole !== null) return whole
  const rows = (await store?.list('run', { ...query, limit: MAX_LIMIT })) ?? []
  const found = rows.filter((row) => row.id.startsWith(id))
  if (found.length === 1) return found[0]!
  const problem = found.length === 0 ? 'No run has' : `${found.length} runs have`
  throw new ReflectError('not-found', `${problem} an id that begins with "${id}"`, {
    remedy: found.length === 0 ? '`reflect runs` lists them.' : 'Write more of the id.',
  })
}

const HOW_RUNS_COME = 'Every stop of an agent leaves one; `reflect status` says whether it is on.'

function printList(context: CliContext, rows: readonly RunRow[]): number {
  if (context.json) context.print(JSON.stringify({ runs: rows }, null, 2))
  else if (rows.length === 0) context.print(`No such run is recorded here. ${HOW_RUNS_COME}`)
  else context.print(runTable(rows, context))
  return 0
}

function printOne(context: CliContext, row: RunRow): number {
  context.print(context.json ? JSON.stringify(row, null, 2) : describeRun(row, context))
  return 0
}

function unknownAction(action: string): ReflectError {
  const meant = nearest(action, ['list', 'show'])
  return new ReflectError('usage', `There is no \`reflect runs ${action}\``, {
    remedy: meant === null ? 'There are: list, show.' : `Did you mean \`reflect runs ${meant}\`?`,
  })
}

const surplus = (word: string): ReflectError =>
  new ReflectError('usage', `\`reflect runs list\` takes no "${word}"`, {
    remedy: `To see one run: \`reflect runs show ${word}\`.`,
  })
