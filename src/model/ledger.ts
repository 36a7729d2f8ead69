import type { ModelCall, Spending, SpendingQuery } from '../schema/model-call.js'
import type { RecordWrite } from '../schema/records.js'

/** What the pool needs of a place that remembers: money, broken backends, things said once. */
export interface CallLedger {
  bookCall(
    query: SpendingQuery,
    decide: (spending: Spending | null) => ModelCall,
  ): Promise<ModelCall>
  add(writes: readonly RecordWrite[]): Promise<void>
  readCache(key: string, now: string): Promise<string | null>
  writeCache(key: string, value: string, expiresAt: string): Promise<void>
  claimCache(key: string, value: string, at: { now: string; expiresAt: string }): Promise<boolean>
}
