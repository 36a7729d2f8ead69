import type { Act } from '../../schema/sentence.js'

/** It tells of work that is behind the agent. */
export const isReport = ({ act }: { act: Act }): boolean => REPORTS.has(act)

const REPORTS: ReadonlySet<Act> = new Set(['done', 'passed', 'delivered'])
