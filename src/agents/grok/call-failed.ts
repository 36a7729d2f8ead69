import { asRecord, asText } from '../../util/loose-json.js'
import { exitCodeIn } from '../tool-reader.js'
import { grokTools } from './tools.js'

/** A failing command counts as a finished call to the client: what the model reads has the exit code. */
export const grokCallFailed = (payload: Readonly<Record<string, unknown>>): boolean =>
  (exitCodeIn(outputOf(payload), grokTools) ?? 0) !== 0

export const outputOf = (payload: Readonly<Record<string, unknown>>): string =>
  asText(asRecord(payload['toolResult'])['output_for_prompt']) ?? ''
