import type { FinishedCall } from '../../schema/agent-event.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import { parseLine } from '../shell/parse-line.js'
import { listEpisodes } from './list-episodes.js'
import { beginEpisodes } from './episodes-state.js'
import { followCommand } from './follow-command.js'

/**
 * What failed in a failed call, as the client tells it at its end: the same episodes, with the same
 * keys, that the transcript will show. None for a call that is no check.
 */
export function readFailedCall(
  call: FinishedCall,
  { at, cwd }: { at: string; cwd: string | null },
): LedgerEpisode[] {
  if (call.toolKind !== 'command') return []
  const state = beginEpisodes()
  const result = {
    status: 'failed' as const,
    exitCode: call.exitCode,
    output: call.printed ?? call.output,
  }
  followCommand(state, { step: 0, at, line: parseLine(call.action) }, result, cwd)
  return listEpisodes(state, cwd)
}
