import type { Config } from '../../schema/config.js'
import type { Judgement } from './verdict.js'

/** Whether the judge is asked: by itself (`auto`) where the rules abstain. What is proven needs no opinion. */
export function shouldAskModel(judgement: Judgement, mode: Config['stop']['judge']): boolean {
  // An agent that waits for a person is left alone by a model too.
  if (mode === 'never' || judgement.waitsFor !== null) return false
  return mode === 'always' || judgement.complete === null
}
