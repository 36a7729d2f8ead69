import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { editSince } from '../ledger/order.js'

/**
 * The run that met a demand for a check before the next human message: what is edited after that message opens it no
 * more. A red run is all that was asked for only where nothing was to be changed.
 */
export function runBefore(
  message: number,
  { commands, edits, request }: Pick<Evidence, 'commands' | 'edits' | 'request'>,
  isCheck: (run: CommandRun) => boolean,
): CommandRun | undefined {
  const before = commands.filter((run) => {
    if (!isCheck(run) || run.turn < message || run.turn >= request.total) return false
    const own = edits.filter(({ turn, inert }) => turn === run.turn && !inert)
    return (run.result !== 'failed' || own.length === 0) && editSince(run, own) === null
  })
  return before.find(({ result }) => result !== 'failed') ?? before.at(-1)
}
