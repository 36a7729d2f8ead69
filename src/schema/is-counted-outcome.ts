import type { SessionOutcome } from './session-outcome.js'

/** Whether it may count for or against anything: what only the judge says may not. */
export const isCountedOutcome = ({
  status,
  basis,
}: Pick<SessionOutcome, 'status' | 'basis'>): boolean =>
  (status === 'completed' || status === 'failed') && basis !== 'judge' && basis !== 'none'
