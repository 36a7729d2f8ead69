import type { RunRow } from './run-record.js'

/** Whether a person should look at a run: for the risk of its files, or for a check that it weakened. */
export const needsReview = ({ record, weakened_checks: weakened = [] }: RunRow): boolean =>
  record.risk.needs_review || weakened.length > 0
