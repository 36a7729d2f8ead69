import { sha256 } from '../../util/sha256.js'
import { collapseSpace } from '../../memory/normalise-text.js'
import { canonicalJson } from '../../util/canonical-json.js'

export interface FixturePrompt {
  /** Canonical JSON: the text whose sha256 finds the recorded reply. */
  prompt: string
  /** The first twelve digits of that hash. */
  key: string
}

export function toFixturePrompt(input: {
  agent: string
  turn: number
  summaryTokens: number
  utter: string
  snippets: readonly string[]
}): FixturePrompt {
  const prompt = canonicalJson({
    task: 'reflect_summary',
    version: 1,
    agent: collapseSpace(input.agent),
    turn: input.turn,
    summary_tokens: input.summaryTokens,
    utter: collapseSpace(input.utter),
    snippets: input.snippets.map(collapseSpace),
    plan_reflection: true,
  })
  return { prompt, key: sha256(prompt).slice(0, 12) }
}
