import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { editSince } from '../ledger/order.js'

/**
 * A demand for a check that was met before the next human message is closed: what is edited after that message
 * opens it no more. A red run is all that was asked for only where nothing was to be changed.
 */
export const wasMetBefore = (
  message: number,
  { commands, edits, request }: Pick<Evidence, 'commands' | 'edits' | 'request'>,
  isCheck: (run: CommandRun) => boolean,
): boolean =>
  commands.some((run) => {
    if (!isCheck(run) || run.turn < message || run.turn >= request.total) return false
    const own = edits.filter(({ turn, inert }) => turn === run.turn && !inert)
    return (run.result !== 'failed' || own.length === 0) && editSince(run, own) === null
  })
