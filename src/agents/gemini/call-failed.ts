import { asRecord, asText } from '../../util/loose-json.js'
import { exitCodeIn } from '../tool-reader.js'
import { geminiTools } from './tools.js'

/** A command's exit code stands in what the model reads, and only when it is not 0. */
export const geminiCallFailed = (payload: Readonly<Record<string, unknown>>): boolean =>
  hasError(payload) || (exitCodeIn(outputOf(payload), geminiTools) ?? 0) !== 0

/** Another tool's failure; what a hook adds behind it is lost. */
export const hasError = (payload: Readonly<Record<string, unknown>>): boolean =>
  asRecord(payload['tool_response'])['error'] !== undefined

export const outputOf = (payload: Readonly<Record<string, unknown>>): string =>
  asText(asRecord(payload['tool_response'])['llmContent']) ?? ''
