/**
 * Lines that other members of a team measured, beside our own in the store. Our own evidence comes
 * first: where we have a line of the same name, or a person's word on it, theirs is not told, and
 * neither is one that the few cases of ours contradict.
 */
import type { SelfLine } from '../schema/self-line.js'
import type { Store } from '../store.js'
import { ALL_EVIDENCE, buildLines } from './build-lines.js'
import { DAY_MS, WINDOW_DAYS } from './self-facts.js'
import type { SelfFacts } from './self-facts.js'
import { currentLines, lineId, listLines } from './self-lines.js'

/** As many are kept; the rest is passed over. */
export const MAX_TEAM_LINES = 500

/** What an agent may be told: our own lines, then those of the team about which we have none. */
export async function listTold(store: Pick<Store, 'list'>): Promise<SelfLine[]> {
  const own = await listLines(store)
  const known = new Set(own.filter(({ state }) => state !== 'replaced').map(lineId))
  const best = new Map<string, SelfLine>()
  for (const line of await listTeamLines(store)) {
    const id = lineId(line)
    if (known.has(id) || line.state !== 'received') continue
    if (line.n > (best.get(id)?.n ?? 0)) best.set(id, line)
  }
  return [...currentLines(own), ...best.values()]
}

export async function listTeamLines(store: Pick<Store, 'list'>): Promise<SelfLine[]> {
  const query = { limit: MAX_TEAM_LINES }
  return [
    ...(await store.list('self_line', { ...query, state: 'received' })),
    ...(await store.list('self_line', { ...query, state: 'contradicted' })),
  ]
}

/** Holds the team's lines against our own evidence, and drops those that are too old to count. */
export async function weighTeamLines(
  store: Store,
  { facts, now, high }: { facts: SelfFacts; now: Date; high: number },
): Promise<void> {
  const lines = await listTeamLines(store)
  if (lines.length === 0) return
  const at = now.toISOString()
  const oldest = new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString()
  const until = new Date(now.getTime() + 1).toISOString()
  const own = new Map(
    buildLines(facts, { until, high, bounds: ALL_EVIDENCE }).map((one) => [lineId(one), one]),
  )
  for (const line of lines) {
    if (line.madeAt < oldest) await store.remove('self_line', line.id, at)
    else {
      const state = isContradicted(line, own.get(lineId(line))) ? 'contradicted' : 'received'
      if (state !== line.state) {
        await store.add([{ kind: 'self_line', record: { ...line, state } }])
      }
    }
  }
}

/** The 95 % intervals have nothing in common. */
function isContradicted(
  { measure: theirs }: Pick<SelfLine, 'measure'>,
  own: Pick<SelfLine, 'measure'> | undefined,
): boolean {
  const ours = own?.measure ?? null
  if (theirs === null || ours === null) return false
  return ours.high < theirs.low || ours.low > theirs.high
}
