import { SURFACES } from '../../risk/surfaces.js'
import type { RunRecord, RunRow } from '../../schema/run-record.js'
import type { Surface } from '../../schema/surface.js'

/** Does the agent see the risk where the risk floor sees it? null when it named no surface. */
export function compareDeclared(record: RunRecord): RunRow['declared_vs_computed'] {
  if (record.most_likely_wrong === null) return null
  const difference = weightOf(record.most_likely_wrong.surface) - weightOf(record.risk.surface)
  if (difference === 0) return 'agree'
  return difference < 0 ? 'declared_lower' : 'declared_higher'
}

const weightOf = (surface: Surface): number =>
  SURFACES.find((row) => row.surface === surface)?.weight ?? 0
