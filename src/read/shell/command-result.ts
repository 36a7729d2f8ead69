import type { ToolStatus } from '../../schema/transcript.js'

/** How a line ended. Decoding its output may be put off until it is read: pass it on whole. */
export interface CommandResult {
  readonly exitCode: number | null
  readonly status: ToolStatus
  readonly output: string
  /** When it ended, where the transcript has it. */
  readonly at?: string | null
  /** Files that it edited, where the client tells them. */
  readonly edited?: readonly { file: string; commentsOnly: boolean }[] | undefined
}
