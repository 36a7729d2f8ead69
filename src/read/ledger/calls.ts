import type { Ledger, RecentItem } from '../../schema/evidence.js'

export type Call = Extract<RecentItem, { kind: 'call' }>

/** The calls that are kept, oldest first. */
export const callsOf = ({ recent }: Pick<Ledger, 'recent'>): Call[] =>
  recent.filter((item) => item.kind === 'call')

/** Every call of the session is kept: nothing was summed up, and no other agent had a record of its own. */
export const isWholeRecord = ({ totals, recent }: Pick<Ledger, 'totals' | 'recent'>): boolean =>
  totals.compactions === 0 &&
  totals.sidechainEntries === 0 &&
  totals.toolCalls <= MAX_SEEN &&
  !recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')

const MAX_SEEN = 50
