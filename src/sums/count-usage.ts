import type { SessionUsage } from './session-usage.js'
import { dayRow } from './unit-counts.js'
import type { UnitCounts } from './unit-counts.js'

const FIGURES = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'output'] as const

/** Tokens by agent and model; those of red ends and of loops once more under names of their own. */
export function countUsage(
  counts: UnitCounts,
  { rows, isRed, isLoop }: SessionUsage,
  { agent, endedAt }: { agent: string; endedAt: string },
): void {
  const names = ['usage', ...(isRed ? ['usage_red'] : []), ...(isLoop ? ['usage_loop'] : [])]
  for (const row of rows) {
    const day = dayRow(row.day ?? endedAt)
    for (const name of names) {
      for (const figure of FIGURES) {
        const tokens = row[figure] ?? 0
        if (tokens > 0) counts.add(day, `${name} ${figure} ${agent} ${row.model ?? ''}`, tokens)
      }
    }
  }
}
