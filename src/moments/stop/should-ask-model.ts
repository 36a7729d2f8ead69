import { weighDemands } from '../../evidence/demands/weigh-demands.js'
import type { Config } from '../../schema/config.js'
import type { StopFacts } from './facts.js'
import type { Judgement } from './verdict.js'
import { isWork } from '../../evidence/demands/is-work.js'

/**
 * Whether the judge is asked. By itself (`auto`) where the rules abstain, where a note is red, and where
 * they would say complete while a demand has no evidence of its own: a green run does not end it.
 */
export function shouldAskModel(
  judgement: Judgement,
  facts: StopFacts,
  mode: Config['stop']['judge'],
): boolean {
  // An agent that waits for a person is left alone by a model too.
  if (mode === 'never' || judgement.waitsFor !== null) return false
  if (mode === 'always') return true
  if (judgement.complete === null) return true
  return judgement.complete && (judgement.red.length > 0 || hasOpenDemand(facts))
}

const hasOpenDemand = ({ demands, evidence }: StopFacts): boolean =>
  weighDemands(demands, evidence).some(
    ({ kind, state, source, status }) =>
      state === 'asked' && source === 'human' && isWork(kind) && status !== 'met',
  )
