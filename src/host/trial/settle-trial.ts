import type { Trial } from '../../schema/trial.js'
import { approveChange, rejectChange } from '../skills/skill-changes.js'
import type { Candidate, TrialDeps } from './plan-trial.js'
import { step } from './run-trial.js'
import { describeResult } from './describe-result.js'

/**
 * What follows from a trial. Where skills have to prove themselves it decides; elsewhere the text
 * goes back to where it waits for a person, with what was found.
 */
export async function settleTrial(
  trial: Trial,
  { change }: Candidate,
  deps: TrialDeps,
): Promise<'active' | 'rejected' | 'waits' | 'nothing'> {
  const { result } = trial
  if (change === null || trial.state !== 'done' || result === null) return 'nothing'
  const decides = deps.config?.cycle.skills.approval === 'trial'
  if (decides && result.verdict === 'kept') {
    await approveChange(change.id, 'trial', deps)
    return 'active'
  }
  if (decides && result.verdict === 'rejected') {
    await rejectChange(change.id, describeResult(result), deps, 'trial')
    return 'rejected'
  }
  const reason = `its trial: ${describeResult(result)}`
  await step({ state: 'proposed', by: 'trial', reason, trialId: trial.id }, trial, deps)
  return 'waits'
}
