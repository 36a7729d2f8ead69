import type { Outcome } from '../schema/outcome.js'

/** What a runner is told. */
export interface RunnerInput {
  sessionId: string
  objective: string
  timeoutMs: number
  /** Given up by the caller, not by the clock. */
  signal: AbortSignal
  /** Told once the work has a process of its own. */
  onProcess(pid: number): Promise<void>
}

/** How a run ended, as far as its runner knows. `stopped` is the caller's doing, not a failure. */
export type RunnerResult = Pick<
  Outcome,
  'result' | 'result_length' | 'error' | 'rounds' | 'tokens' | 'tools_used' | 'skills_read'
> & { status: Outcome['status'] | 'stopped' }

export interface Runner {
  name: string
  run(input: RunnerInput): Promise<RunnerResult>
}

export const failedRun = (error: string): RunnerResult => ({
  status: 'failed',
  result: '',
  result_length: 0,
  error,
  rounds: null,
  tokens: null,
  tools_used: [],
  skills_read: [],
})
