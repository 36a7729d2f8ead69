import type { ReaderState } from '../../agent.js'

/** What is remembered between lines. */
export interface ClaudeState extends ReaderState {
  /** The latest line ids: resuming a session writes lines twice. */
  seen: string[]
  /** Calls that came without an id, waiting for results that have none either. */
  nameless: string[]
  namelessCount: number
  /** A compaction's boundary was seen, and its summary is still to come. */
  boundary: boolean
  /** What the last line said of the session. */
  told: { cwd?: unknown; gitBranch?: unknown; sessionId?: unknown }
}
