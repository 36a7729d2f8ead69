import { PRICES_AS_OF } from '../../data/prices.js'
import type { AgentCost, AgentGrouping, AgentSpent } from '../../schema/agent-cost.js'
import type { Store } from '../../store.js'
import { groupUsage, spentOf, UNNAMED } from '../../sums/agent-cost.js'
import type { UsedBy } from '../../sums/agent-cost.js'
import { readSessionUsage } from '../../sums/session-usage.js'
import { moneyText, spentText } from '../../sums/spent-text.js'
import { shorten } from '../../util/shorten.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { table } from '../table.js'
import { eachProjectStore } from '../with-project-stores.js'

const MAX_SESSIONS = 100_000
const MAX_ROWS = 40

/** What agents used, from the sessions themselves; this alone knows projects and single sessions. */
export async function showAgentCost(
  context: CliContext,
  by: AgentGrouping,
  since: string | null,
): Promise<number> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const { prices } = workspace.loaded.values.models
  const used: Used[] = []
  await eachProjectStore(context, workspace, async (store) => {
    used.push(...(await readUsed(store, by, since)))
  })
  const cost: AgentCost = {
    all: spentOf(used, prices),
    groups: groupUsage(used, prices),
    red: spentOf(
      used.filter(({ isRed }) => isRed),
      prices,
    ),
    loops: spentOf(
      used.filter(({ isLoop }) => isLoop),
      prices,
    ),
  }
  context.print(
    context.json
      ? JSON.stringify({ by, since, pricesAsOf: PRICES_AS_OF, ...cost }, null, 2)
      : toText(by, cost, context),
  )
  return 0
}

type Used = UsedBy & { isRed: boolean; isLoop: boolean }

async function readUsed(store: Store, by: AgentGrouping, since: string | null): Promise<Used[]> {
  const used: Used[] = []
  const { rows } = await store.pageSessions({
    limit: MAX_SESSIONS,
    ...(since === null ? {} : { since }),
  })
  for (const state of rows) {
    const { sessionId, agent, projectRoot, updatedAt } = state
    const [outcome] = await store.list('session_outcome', { sessionId, limit: 1 })
    const found = await readSessionUsage(store, sessionId, state, outcome)
    if (found === null) continue
    const { isRed, isLoop } = found
    for (const row of found.rows) {
      const day = row.day ?? updatedAt.slice(0, 10)
      if (since !== null && day < since.slice(0, 10)) continue
      const groups: Record<AgentGrouping, string> = {
        model: row.model ?? UNNAMED,
        agent,
        day,
        project: projectRoot ?? 'unknown',
        session: sessionId,
      }
      used.push({ ...row, group: groups[by], isRed, isLoop })
    }
  }
  return used
}

function toText(
  by: AgentGrouping,
  { all, groups, red, loops }: AgentCost,
  { home }: CliContext,
): string {
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
    `Prices of ${PRICES_AS_OF}; models.prices in the config replaces them.`,
  ].join('\n')
}

const toCells = (group: string, spent: AgentSpent): string[] => [
  group,
  ...[spent.input, spent.cacheRead, spent.cacheWrite, spent.output].map((n) =>
    n.toLocaleString('en'),
  ),
  moneyText(spent).replace('$', ''),
]
