import type { CompactionVerdict } from '../../schema/compaction-verdict.js'
import type { NarratedCase } from '../narrated.js'
import { factsOfCase } from './compaction-case.js'
import { toVerdict } from './decide-compaction.js'
import { judgeCompaction } from './judge-compaction.js'

/** What the rules say of a compacted session that is only told of; no model is asked. */
export function judgeCompactionCase(vars: NarratedCase): CompactionVerdict {
  const facts = factsOfCase(vars)
  return toVerdict(judgeCompaction(facts), facts, 'rules')
}
