import { normaliseError } from '../read/output/normalise-error.js'
import { sha256 } from '../util/sha256.js'

export interface FailureTrace {
  errorOutput: string
  /** The first file that the error names. */
  file: string | null
  /** A symbol, test, module or diagnostic that it names. */
  symbol: string | null
  /** What was learnt; tells failures apart whose output says nothing. */
  analysis: string
}

/**
 * One name for the same failure met again: the normalised error, its file, its symbol. An output
 * that names neither is told apart by its lesson too, else every "failed" would be one failure.
 */
export function fingerprintOf({ errorOutput, file, symbol, analysis }: FailureTrace): string {
  const telling = file !== null || symbol !== null
  const parts = [
    telling ? decisiveLine(errorOutput, symbol) : normaliseError(errorOutput),
    file === null ? '' : file.split(/[\\/]/).slice(-2).join('/'),
    symbol ?? '',
    telling ? '' : normaliseError(analysis),
  ]
  return sha256(JSON.stringify(parts)).slice(0, 32)
}

/** The line that says what went wrong: stack frames and counts around it vary from run to run. */
function decisiveLine(errorOutput: string, symbol: string | null): string {
  const lines = errorOutput.split('\n')
  const line =
    lines.find((text) => symbol !== null && text.includes(symbol)) ??
    lines.find((text) => /error|fail|assert|expected/i.test(text)) ??
    lines.find((text) => text.trim() !== '') ??
    ''
  return normaliseError(line)
}
