import { asRecord, asText } from '../../util/loose-json.js'
import { exitCodeIn } from '../tool-reader.js'
import { copilotTools } from './tools.js'

/** A failing command counts as a success to the client: only its last line has the exit code. */
export const copilotCallFailed = (payload: Readonly<Record<string, unknown>>): boolean =>
  (exitCodeIn(outputOf(payload), copilotTools) ?? 0) !== 0

/** Without the shell's number, which differs from call to call. */
export const outputOf = (payload: Readonly<Record<string, unknown>>): string =>
  (asText(asRecord(payload['toolResult'])['textResultForLlm']) ?? '').replace(
    /<shellId: \S{1,40} (?=completed with exit code )/,
    '<',
  )
