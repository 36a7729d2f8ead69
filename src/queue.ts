/**
 * The queue port: work that is due later. Jobs go in under a key, each once; the process that takes one has it
 * until its lease ends and settles it when the work is done. A taker that fails or dies loses it to the
 * next, so work may be begun twice, and what it does is written under a key. A queue runs nothing by
 * itself, and has its own clock.
 */

export interface Job {
  /** The key among jobs of its kind. */
  id: string
  /** What is to be done. */
  kind: string
  /** ISO instant: not before it. */
  dueAt: string
  payload: Readonly<Record<string, string>>
}

export interface TakenJob extends Omit<Job, 'dueAt'> {
  /** Tells this taking from every other one of the same job. */
  lease: string
}

/** How long a job waits at most, and how long a key that was settled is known. */
export const JOB_KEPT_DAYS = 30

export interface Queue {
  /** A key that is known already, because its job waits, is taken or was settled, changes nothing. */
  plan(jobs: readonly Job[]): Promise<void>
  /** At most so many jobs that are due, each to one taker. */
  take(kinds: readonly string[], limit: number): Promise<TakenJob[]>
  /** The work is done; false when the job is not the taker's any more. */
  settle(job: TakenJob): Promise<boolean>
}
