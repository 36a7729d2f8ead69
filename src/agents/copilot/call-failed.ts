import { asRecord, asText } from '../../util/loose-json.js'
import { failedByExit } from '../finished-call.js'
import { copilotTools } from './tools.js'

/** A failing command counts as a success to the client: only its last line has the exit code. */
export const copilotCallFailed = (payload: Readonly<Record<string, unknown>>): boolean =>
  failedByExit(outputOf(payload), copilotTools)

/** Without the shell's number, which differs from call to call. */
export const outputOf = (payload: Readonly<Record<string, unknown>>): string =>
  (asText(asRecord(payload['toolResult'])['textResultForLlm']) ?? '').replace(
    /<shellId: \S{1,40} (?=completed with exit code )/,
    '<',
  )
