import type { Model } from '../../model.js'
import type { CompactionVerdict } from '../../schema/compaction-verdict.js'
import { askCompactionModel } from './ask-compaction-model.js'
import type { AskTerms } from './ask-compaction-model.js'
import type { CompactionFacts } from './compaction-facts.js'
import { judgeCompaction } from './judge-compaction.js'
import type { CompactionJudgement } from './judge-compaction.js'
import { nudgeAfterCompaction } from './thread-text.js'

/** From here on the rules need no second opinion. */
const SURE = 0.8

/** Rules first; where they are in doubt and a model is there, that decides. */
export async function decideCompaction(
  facts: CompactionFacts,
  { model, ...terms }: AskTerms & { model: Model | null },
): Promise<CompactionVerdict> {
  const byRules = judgeCompaction(facts)
  if (model === null || byRules.confidence >= SURE) return toVerdict(byRules, facts, 'rules')
  const answer = await askCompactionModel(facts, model, terms)
  if (answer.ok) return toVerdict(answer.judgement, facts, answer.judge)
  return toVerdict(answer.absent ? byRules : FALLBACK, facts, 'rules')
}

/** A reminder of the work does no harm, whatever the model would have said. */
const FALLBACK: CompactionJudgement = {
  action: 'continue_task',
  confidence: 0.5,
  why: 'the model gave no answer',
}

export function toVerdict(
  judgement: CompactionJudgement,
  facts: CompactionFacts,
  judge: string,
): CompactionVerdict {
  const { action, confidence, why } = judgement
  const { commands, references } = facts.github
  return {
    action,
    hasActiveGitWork: commands.length > 0 || references.length > 0,
    confidence,
    nudgeMessage: nudgeAfterCompaction(judgement, facts),
    why,
    judge,
  }
}
