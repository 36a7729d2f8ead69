import { existsSync } from 'node:fs'
import { PRICES_AS_OF } from '../../data/prices.js'
import { ReflectError } from '../../schema/error.js'
import type { CallGrouping, CallSum } from '../../schema/model-call.js'
import { sumCalls } from '../../sums/read-call-sums.js'
import { nearest } from '../../util/nearest.js'
import { databaseFile, openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand } from '../command.js'
import { parseDuration } from '../parse-duration.js'
import { table } from '../table.js'
import { count } from '../../util/count.js'

const GROUPINGS: readonly CallGrouping[] = ['role', 'model', 'backend', 'day']

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--by <group>', `group by ${GROUPINGS.join(', ')}`, 'role')
      .option('--since <duration>', 'only a recent period, e.g. 12h or 7d')
      .addHelpText(
        'after',
        `
What model calls cost in this project. Without a known price, only tokens are counted.

Examples:
  reflect cost              by role
  reflect cost --by day     by day (UTC)
  reflect cost --by model --since 7d
  reflect cost --json`,
      ),

  async run(context, _positional, options) {
    const by = readGrouping(String(options['by']))
    const since = readSince(options['since'] as string | undefined, context.now())
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const sums = await readSums(workspace, by, since)
    const { budget } = workspace.loaded.values.models
    context.print(
      context.json
        ? JSON.stringify({ by, since, pricesAsOf: PRICES_AS_OF, budget, groups: sums }, null, 2)
        : toText(by, sums),
    )
    return 0
  },
}

function readGrouping(text: string): CallGrouping {
  const known = GROUPINGS.find((grouping) => grouping === text)
  if (known !== undefined) return known
  const meant = nearest(text, GROUPINGS)
  throw new ReflectError('usage', `There is no grouping "${text}"`, {
    remedy: meant === null ? `Use ${GROUPINGS.join(', ')}.` : `Did you mean --by ${meant}?`,
  })
}

const readSince = (duration: string | undefined, now: Date): string | null =>
  duration === undefined ? null : new Date(now.getTime() - parseDuration(duration)).toISOString()

async function readSums(
  workspace: Workspace,
  by: CallGrouping,
  since: string | null,
): Promise<CallSum[]> {
  const file = databaseFile(workspace)
  // Looking must not make a database where there was none.
  if (file === null || !existsSync(file)) return []
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    return await sumCalls(store, { by, ...(since === null ? {} : { since }) })
  } finally {
    await store.close()
  }
}

function toText(by: CallGrouping, sums: readonly CallSum[]): string {
  if (sums.length === 0) return 'No model calls yet.'
  const rows = sums.length === 1 ? sums : [...sums, addUp(sums)]
  const unpriced = sums.reduce((sum, row) => sum + row.unpriced, 0)
  const unsettled = sums.reduce((sum, row) => sum + row.unsettled, 0)
  return [
    table([[by, ...HEADINGS], ...rows.map(toCells)]),
    '',
    `Prices of ${PRICES_AS_OF}; models.prices in the config replaces them.`,
    ...(unpriced === 0
      ? []
      : [
          `${count(unpriced, 'call')} went to models without a known price: tokens are counted, dollars are not.`,
        ]),
    ...(unsettled === 0
      ? []
      : [
          `${count(unsettled, 'call is under way, or its process', 'calls are under way, or their processes')} died: not included.`,
        ]),
  ].join('\n')
}

const HEADINGS = [
  'calls',
  'failed',
  'refused',
  'input tokens',
  'output tokens',
  'seconds',
  'US dollars',
]

const toCells = (row: CallSum): string[] => [
  row.group,
  String(row.calls),
  String(row.failed),
  String(row.refused),
  row.inputTokens.toLocaleString('en'),
  row.outputTokens.toLocaleString('en'),
  (row.durationMs / 1000).toFixed(1),
  row.usd === 0 && row.unpriced > 0 ? 'not known' : row.usd.toFixed(4),
]

const addUp = (sums: readonly CallSum[]): CallSum =>
  sums.reduce((total, row) => ({
    group: 'all',
    calls: total.calls + row.calls,
    ok: total.ok + row.ok,
    failed: total.failed + row.failed,
    refused: total.refused + row.refused,
    unsettled: total.unsettled + row.unsettled,
    inputTokens: total.inputTokens + row.inputTokens,
    outputTokens: total.outputTokens + row.outputTokens,
    usd: total.usd + row.usd,
    unpriced: total.unpriced + row.unpriced,
    durationMs: total.durationMs + row.durationMs,
  }))
