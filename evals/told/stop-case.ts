/**
 * One stop told in words: a request, the tools used, the last message. It becomes evidence by the same
 * ledger as a transcript and goes through the same account.
 */
import type { FoundAsk } from '../../src/read/prose/find-ask.js'
import { isSure } from '../../src/read/prose/is-sure.js'
import { toStopFacts } from '../../src/moments/stop/facts.js'
import type { StopFacts } from '../../src/moments/stop/facts.js'
import type { Sentence } from '../../src/schema/sentence.js'
import { toldEvidence } from './told-evidence.js'
import type { Narration } from './told-evidence.js'
import { readToolCalls } from './read-tool-calls.js'
import { toldText } from './told-values.js'
import type { ToldCase } from './told-values.js'
import { checkTold } from './told-case.js'
import type { ToldContract } from './told-case.js'

export const STOP_CASE: ToldContract = {
  variables: { task: 'text', tools_used: 'calls', agent_response: 'text' },
  needed: ['task'],
}

export interface ToldFacts extends StopFacts {
  /** What it asks a person for, wherever it says so. */
  ask: FoundAsk | null
  /** What it says it does next, as the last thing it says. */
  announced: Sentence | null
  /** What it says it could not do. */
  refused: Sentence | null
}

/** Throws `usage` for a case that can't be read. */
export function stopFactsOf(vars: ToldCase): ToldFacts {
  checkTold(vars, STOP_CASE)
  return toldFacts({
    task: toldText(vars, 'task'),
    tools: readToolCalls(vars['tools_used'], 'tools_used'),
    message: toldText(vars, 'agent_response'),
  })
}

/** A told case has no other turns: all that was asked counts, and a guess is a reason to look. */
export function toldFacts(narration: Narration): ToldFacts {
  const evidence = toldEvidence(narration)
  const facts = toStopFacts(evidence)
  const { sentences, ask } = facts.closing
  const last = sentences.at(-1)
  return {
    ...facts,
    asked: evidence.request.messages.map(({ text }) => text).join('\n\n'),
    ask,
    announced: last?.act === 'announce' && ask === null && isSure(last, 'note') ? last : null,
    refused: sentences.find((one) => one.act === 'blocked' && isSure(one, 'note')) ?? null,
    // Nobody is there whom a push would pass by.
    closing: { ...facts.closing, ask: null },
  }
}
