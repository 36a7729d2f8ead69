import type { ToolStatus } from '../../schema/transcript.js'

/** How a line ended. Decoding its output may be put off until it is read: pass it on whole. */
export interface CommandResult {
  readonly exitCode: number | null
  readonly status: ToolStatus
  readonly output: string
}
