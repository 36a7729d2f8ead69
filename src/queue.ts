/**
 * The queue port: work that is due later. Jobs go in with an instant and an expiry; whoever takes one
 * has it until the lease ends and settles it when it is done. A taker that dies loses it to the next,
 * so a job may be done twice, and what it does is written under a key. It runs nothing by itself.
 */
import type { DueRow } from './schema/due-row.js'

export interface TakeInput {
  /** What the taker can do. */
  kinds: readonly string[]
  /** ISO instant. */
  now: string
  /** How long a taker has it; a killed one's job is handed out again after that. */
  leaseMs: number
  /** @default 20 */
  limit?: number
}

export interface Queue {
  /** Plans jobs. One id has one job: planned again, it is moved, and a taker of it settles nothing. */
  plan(jobs: readonly DueRow[]): Promise<void>
  /**
   * What is due, oldest first, each to one taker; expired jobs are dropped. `dueAt` of a taken job is
   * the end of its lease: what else it was planned for belongs into its payload.
   */
  take(input: TakeInput): Promise<DueRow[]>
  /** The taken job is done and gone; false when it is not the taker's any more. */
  settle(job: DueRow, now: string): Promise<boolean>
  /** The taken job is due again at another instant; false when it is not the taker's any more. */
  postpone(job: DueRow, dueAt: string): Promise<boolean>
  /** Drops a job, whoever has it; false when there was none. */
  cancel(id: string, now: string): Promise<boolean>
  /** When the next job of these kinds is due; null when none is planned. */
  nextAt(kinds: readonly string[]): Promise<string | null>
}
