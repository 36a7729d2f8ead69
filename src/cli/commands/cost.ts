import { PRICES_AS_OF } from '../../data/prices.js'
import { AgentGrouping } from '../../schema/agent-cost.js'
import type { AgentCost, AgentSpent } from '../../schema/agent-cost.js'
import type { CallGrouping, CallSum } from '../../schema/model-call.js'
import type { Store } from '../../store.js'
import { groupUsage, spentOf, UNNAMED } from '../../sums/agent-cost.js'
import type { UsedBy } from '../../sums/agent-cost.js'
import { sumCalls } from '../../sums/read-call-sums.js'
import { readSessionUsage } from '../../sums/session-usage.js'
import { moneyText, spentText } from '../../sums/spent-text.js'
import { count } from '../../util/count.js'
import { shorten } from '../../util/shorten.js'
import { eachProjectStore, theRecords, theWorkspace } from '../opens.js'
import type { InWorkspace, OnStore } from '../opens.js'
import { listed, table } from '../table.js'
import type { Columns } from '../table.js'
import { duration, flag, readOneOf, text } from '../takes.js'
import { verb } from '../command.js'
import type { Shown } from '../command.js'

const GROUPINGS: readonly CallGrouping[] = ['role', 'model', 'backend', 'day']
const AGENT_GROUPINGS = AgentGrouping.options

export const command = verb({
  about: `
What our model calls cost in this project; with --agents, what the agents did, cached and uncached apart, and how much
of it went into sessions that ended red or went in circles. Without a known price, only tokens are counted.`,
  examples: `
  reflect cost              by role
  reflect cost --by day     by day (UTC)
  reflect cost --by model --since 7d
  reflect cost --agents     by model
  reflect cost --agents --by session --since 7d
  reflect cost --json`,
  takes: {
    agents: flag('what the agents themselves used, as their transcripts tell it'),
    by: text(
      '<group>',
      `group by ${GROUPINGS.join(', ')}; with --agents by ${AGENT_GROUPINGS.join(', ')} (default: role, or model)`,
    ),
    since: duration('only a recent period, e.g. 12h or 7d'),
  },
  run({ agents, by, since: ms }, context) {
    const since = ms === undefined ? null : new Date(context.now().getTime() - ms).toISOString()
    if (!agents) {
      const group = readOneOf(GROUPINGS, by, '--by') ?? 'role'
      return theRecords(context, (opened) => showCalls(group, since, opened))
    }
    const group = readOneOf(AGENT_GROUPINGS, by, '--by') ?? 'model'
    return theWorkspace(context, (opened) => showAgents(group, since, opened))
  },
})

const PRICES_ARE = `Prices of ${PRICES_AS_OF}; models.prices in the config replaces them.`

async function showCalls(
  by: CallGrouping,
  since: string | null,
  { workspace, store }: OnStore,
): Promise<Shown> {
  const groups = await sumCalls(store, { by, ...(since === null ? {} : { since }) })
  const { budget } = workspace.loaded.values.models
  const json = { by, since, pricesAsOf: PRICES_AS_OF, budget, groups }
  if (groups.length === 0) return { json, text: 'No model calls yet.' }
  const all = groups.reduce((total, row) => addUp(total, row))
  const rows = groups.length === 1 ? groups : [...groups, { ...all, group: 'all' }]
  const { unpriced, unsettled } = all
  const lines = [
    listed(rows, { [by]: ({ group }: CallSum) => group, ...CALL_COLUMNS }),
    '',
    PRICES_ARE,
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
  ]
  return { json, text: lines.join('\n') }
}

const CALL_COLUMNS: Columns<CallSum> = {
  calls: ({ calls }) => String(calls),
  failed: ({ failed }) => String(failed),
  refused: ({ refused }) => String(refused),
  'input tokens': ({ inputTokens }) => inputTokens.toLocaleString('en'),
  'output tokens': ({ outputTokens }) => outputTokens.toLocaleString('en'),
  seconds: ({ durationMs }) => (durationMs / 1000).toFixed(1),
  'US dollars': ({ usd, unpriced }) => (usd === 0 && unpriced > 0 ? 'not known' : usd.toFixed(4)),
}

const addUp = ({ group, ...total }: CallSum, row: CallSum): CallSum => {
  const sums = Object.entries(total).map(([name, sum]) => [
    name,
    sum + row[name as keyof typeof total],
  ])
  return { group, ...(Object.fromEntries(sums) as typeof total) }
}

const MAX_SESSIONS = 100_000
const MAX_ROWS = 40

/** What agents used, from the sessions themselves; this alone knows projects and single sessions. */
async function showAgents(
  by: AgentGrouping,
  since: string | null,
  { workspace, ...context }: InWorkspace,
): Promise<Shown> {
  const { prices } = workspace.loaded.values.models
  const used: Used[] = []
  await eachProjectStore(context, workspace, async (store) => {
    used.push(...(await readUsed(store, by, since)))
  })
  const spentWhere = (isMeant: (one: Used) => boolean) => spentOf(used.filter(isMeant), prices)
  const cost: AgentCost = {
    all: spentOf(used, prices),
    groups: groupUsage(used, prices),
    red: spentWhere(({ isRed }) => isRed),
    loops: spentWhere(({ isLoop }) => isLoop),
  }
  const json = { by, since, pricesAsOf: PRICES_AS_OF, ...cost }
  return { json, text: describeAgents(by, cost, context.home) }
}

type Used = UsedBy & { isRed: boolean; isLoop: boolean }

async function readUsed(store: Store, by: AgentGrouping, since: string | null): Promise<Used[]> {
  const used: Used[] = []
  const query = { limit: MAX_SESSIONS, ...(since === null ? {} : { since }) }
  for (const state of (await store.pageSessions(query)).rows) {
    const { sessionId: session, agent, projectRoot, updatedAt } = state
    const [outcome] = await store.list('session_outcome', { sessionId: session, limit: 1 })
    const found = await readSessionUsage(store, session, outcome)
    if (found === null) continue
    const { isRed, isLoop, rows } = found
    for (const row of rows) {
      const day = row.day ?? updatedAt.slice(0, 10)
      if (since !== null && day < since.slice(0, 10)) continue
      const project = projectRoot ?? 'unknown'
      const groups = { model: row.model ?? UNNAMED, agent, day, project, session }
      used.push({ ...row, group: groups[by], isRed, isLoop })
    }
  }
  return used
}

function describeAgents(by: AgentGrouping, cost: AgentCost, home: string): string {
  const { all, groups, red, loops } = cost
  if (all.tokens === 0)
    return 'No session has told its tokens yet: they are read in the transcript when an agent stops.'
  const shown = groups.slice(0, MAX_ROWS)
  const rows = shown.map((row) => toCells(shorten(row.group, home), row))
  return [
    table([
      [by, 'input', 'from cache', 'to cache', 'output', 'US dollars'],
      ...rows,
      ...(groups.length > 1 ? [toCells('all', all)] : []),
    ]),
    ...(groups.length > shown.length ? [`… and ${groups.length - shown.length} more`] : []),
    '',
    ...(red.tokens === 0 ? [] : [`In sessions that ended red: ${spentText(red)}.`]),
    ...(loops.tokens === 0 ? [] : [`In sessions that went in circles: ${spentText(loops)}.`]),
    PRICES_ARE,
  ].join('\n')
}

const toCells = (group: string, spent: AgentSpent): string[] => [
  group,
  ...[spent.input, spent.cacheRead, spent.cacheWrite, spent.output].map((n) =>
    n.toLocaleString('en'),
  ),
  moneyText(spent).replace('$', ''),
]
