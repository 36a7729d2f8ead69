import { costOfUsage, findPrice } from '../data/prices.js'
import type { AgentCost, AgentGroup, AgentSpent } from '../schema/agent-cost.js'
import type { Config } from '../schema/config.js'
import type { UsageRow } from '../schema/token-usage.js'
import type { Store } from '../store.js'
import { countsUnder } from './counts.js'
import { readDays } from './read-sums.js'
import type { DaySum } from './read-sums.js'

type Prices = Config['models']['prices']

export interface UsedBy extends UsageRow {
  group: string
}

const NAMES = { all: 'usage', red: 'usage_red', loops: 'usage_loop' } as const

/** What agents cost from a day on, by model, agent or day; what is counted is brought up first. */
export async function readAgentCost(
  store: Store,
  { by, since, prices }: { by: 'model' | 'agent' | 'day'; since?: string; prices: Prices },
): Promise<AgentCost> {
  const days = await readDays(store, since)
  const under = (name: string) => days.flatMap((day) => toRows(day, name, by))
  const all = under(NAMES.all)
  return {
    all: spentOf(all, prices),
    groups: groupUsage(all, prices),
    red: spentOf(under(NAMES.red), prices),
    loops: spentOf(under(NAMES.loops), prices),
  }
}

function toRows({ day, counts }: DaySum, name: string, by: 'model' | 'agent' | 'day'): UsedBy[] {
  return countsUnder(counts, name).map(([key, tokens]) => {
    const [figure = '', agent = '', ...rest] = key.split(' ')
    const model = rest.join(' ')
    const group = { model: model === '' ? UNNAMED : model, agent, day }[by]
    const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
    return { group, day, model: model === '' ? null : model, ...none, [figure]: tokens }
  })
}

/** A model that the client does not name. */
export const UNNAMED = 'not named'

/** Biggest first. */
export function groupUsage(rows: readonly UsedBy[], prices: Prices): AgentGroup[] {
  const groups = new Map<string, UsedBy[]>()
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
  return [...groups]
    .map(([group, of]) => ({ group, ...spentOf(of, prices) }))
    .sort((a, b) => b.usd - a.usd || b.tokens - a.tokens || (a.group < b.group ? -1 : 1))
}

export function spentOf(rows: readonly UsageRow[], prices: Prices): AgentSpent {
  const spent = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, tokens: 0, usd: 0, unpriced: 0 }
  for (const row of rows) {
    const { model, input, cacheRead, cacheWrite, output } = row
    const tokens = input + cacheRead + cacheWrite + output
    const price = model === null ? null : findPrice(model, prices)
    spent.input += input
    spent.cacheRead += cacheRead
    spent.cacheWrite += cacheWrite
    spent.output += output
    spent.tokens += tokens
    if (price === null) spent.unpriced += tokens
    else spent.usd += costOfUsage(price, row)
  }
  return spent
}
