import type { ReaderState } from '../../agent.js'
import type { Todo } from '../../schema/transcript.js'
import type { NamelessCalls } from '../nameless-calls.js'

/** What is remembered between lines. */
export interface ClaudeState extends ReaderState, NamelessCalls {
  /** The latest line ids: resuming a session writes lines twice. */
  seen: string[]
  /** A compaction's boundary was seen, and its summary is still to come. */
  boundary: boolean
  /** The agent's list, where it is kept one task a call. */
  tasks: (Todo & { id: string })[]
  /** What the last line said of the session. */
  told: { cwd?: unknown; gitBranch?: unknown; sessionId?: unknown }
}
