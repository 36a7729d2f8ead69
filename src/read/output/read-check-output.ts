import { NOT_STARTED, RAN_NONE, TASK_NOISE } from '../../data/tools.js'
import { stripVTControlCharacters } from 'node:util'
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CheckFailure } from '../../schema/check-run.js'
import { readTestOutput } from './read-test-output.js'
import { failureDetail } from './failure-detail.js'
import { readTools } from './read-tools.js'

export interface CheckOutput {
  failure: CheckFailure | null
  /** False when the output says that nothing was checked. */
  started: boolean
}

/** What a command that was red printed: the tests that fail, and the first error. */
export function readCheckOutput(output: string, exitCode: number | null): CheckOutput {
  if (exitCode === 0) return { failure: null, started: true }
  const text = stripVTControlCharacters(output)
  const error = firstError(text)
  const detail = detailIn(text)
  const summary = readTestOutput(output)
  if (summary === null && (NOT_STARTED.test(text) || RAN_NONE.test(text))) {
    return { failure: { tests: [], error }, started: false }
  }
  const failure = { tests: summary?.failing ?? [], error }
  return { failure: detail === null ? failure : { ...failure, detail }, started: true }
}

const MAX_ERROR = 200
const ERROR =
  /\b(?:[A-Z]\w*(?:Error|Exception)\b|[Ee]rror\b|ERROR\b|FAIL(?:ED|URE)?\b|[Ff]atal\b|panic(?:ked)?\b|[Aa]ssert\w*\b|not ok\b|✗|✖|×)/

/** A test that passed may be about errors. */
const PASSED = /^\s*(?:ok\b|✓|✔|√|PASS)/

const isFailure = (line: string): boolean => !PASSED.test(line) && ERROR.test(line.slice(0, 500))

function detailIn(text: string): string | null {
  const lines = text.split('\n', 20_000)
  const first = lines.findIndex((line) => !TASK_NOISE.test(line) && isFailure(line))
  return first === -1 ? null : failureDetail(lines.slice(first))
}

/** The first line that names an error, else the last one that says anything. */
function firstError(text: string): string | null {
  const lines = text
    .split('\n', 20_000)
    .filter((line) => line.trim() !== '' && !TASK_NOISE.test(line))
  const printed = readTools(text)
  const isTold = printed?.result === 'failed' && !TASK_NOISE.test(printed.gist)
  const line = isTold ? printed.gist : (lines.find(isFailure) ?? lines.at(-1))
  return line === undefined ? null : oneLineSafely(line, MAX_ERROR)
}
