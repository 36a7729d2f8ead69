import type { FinishedCall } from '../../schema/agent-event.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import { parseLine } from '../../read/shell/parse-line.js'
import { listEpisodes } from './list-episodes.js'
import { beginEpisodes } from './episodes-state.js'
import { followCommand } from './follow-command.js'

/**
 * The check that a failed call is, as the client tells it at its end: the same episode, with the same
 * key, that the transcript will show. Null for a call that is no check.
 */
export function readFailedCall(
  call: FinishedCall,
  { at, cwd }: { at: string; cwd: string | null },
): LedgerEpisode | null {
  if (call.toolKind !== 'command') return null
  const state = beginEpisodes()
  const result = {
    status: 'failed' as const,
    exitCode: call.exitCode,
    output: call.printed ?? call.output,
  }
  followCommand(state, { step: 0, at, line: parseLine(call.action) }, result, cwd)
  return listEpisodes(state, cwd)[0] ?? null
}
