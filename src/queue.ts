/**
 * The queue port: work that is due later. Due rows go in; whoever takes one has it until the lease
 * ends and settles it when the work is done. A taker that dies loses it to the next, so work may be
 * done twice, and what it does is written under a key. A queue runs nothing by itself.
 */
import type { DueRow } from './schema/due-row.js'

export interface TakeInput {
  /** What the taker can do. */
  kinds: readonly string[]
  /** ISO instant. */
  now: string
  /** How long a taker has it; a killed one's row is handed out again after that. */
  leaseMs: number
  /** @default 20 */
  limit?: number
}

export interface Queue {
  /** One id has one row: planned again, it is moved, and who took it before settles nothing. */
  plan(rows: readonly DueRow[]): Promise<void>
  /**
   * What is due, oldest first, each row to one taker; expired ones are dropped. `dueAt` of a taken row
   * is the end of its lease: what else it was planned for belongs into its payload.
   */
  take(input: TakeInput): Promise<DueRow[]>
  /** The work is done and the row gone; false when the row is not the taker's any more. */
  settle(row: DueRow, now: string): Promise<boolean>
  /** The row is due again at another instant; false when it is not the taker's any more. */
  postpone(row: DueRow, dueAt: string): Promise<boolean>
  /** Drops a row, whoever has it; false when there was none. */
  cancel(id: string, now: string): Promise<boolean>
  /** When the next row of these kinds is due; null when none is planned. */
  nextAt(kinds: readonly string[]): Promise<string | null>
}
