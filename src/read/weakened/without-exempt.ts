import type { Evidence } from '../../schema/evidence.js'

/** An exemption is of one change's content, never of a path: another change of the same file counts. */
export function withoutExempt(evidence: Evidence, exempt: readonly string[]): Evidence {
  if (exempt.length === 0 || evidence.weakened.length === 0) return evidence
  const weakened = evidence.weakened.filter(({ hash }) => !exempt.includes(hash))
  return { ...evidence, weakened }
}
