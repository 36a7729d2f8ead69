import { describeDegraded } from '../../read/repository/degraded.js'
import { evaluateRiskFloor } from '../../risk/risk-floor.js'
import type { Config } from '../../schema/config.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import type { RiskVerdict } from '../../schema/risk-verdict.js'

/** With one of these an empty list says nothing of the change. */
const BLINDING: ReadonlySet<string> = new Set(['git-failed', 'git-timeout', 'files-capped'])

/** The floor of what was seen; where nothing could be seen, the verdict says so. */
export function rateChange(
  repository: RepositoryFacts | null,
  { riskThreshold, rankThreshold }: Pick<Config['run'], 'riskThreshold' | 'rankThreshold'>,
): RiskVerdict {
  const { filesChanged = [], insertions, sourceInsertions } = repository ?? {}
  const size = { filesChanged, insertions, sourceInsertions }
  const verdict = evaluateRiskFloor({ ...size, threshold: riskThreshold, rankThreshold })
  const why = whyUnseen(repository)
  return why === null ? verdict : { ...verdict, reason: `the change could not be seen (${why})` }
}

function whyUnseen(repository: RepositoryFacts | null): string | null {
  if (repository === null) return 'no repository was looked at'
  const { root, filesChanged, degraded } = repository
  if (filesChanged.length > 0) return null
  const reasons = root === null ? degraded : degraded.filter((reason) => BLINDING.has(reason))
  return reasons.length === 0
    ? null
    : reasons.map((reason) => describeDegraded(reason).text).join(', ')
}
