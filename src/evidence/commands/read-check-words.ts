import { oneLineSafely } from '../../safety/clip-safely.js'
import { stripVTControlCharacters } from 'node:util'

export interface CheckWords {
  result: 'passed' | 'failed'
  gist: string
}

const SUBJECT = String.raw`(?:checks?|tests?|specs?|suites?|steps?|jobs?|verification|validation|ci|pipeline)`
const FAILED: readonly RegExp[] = [
  new RegExp(
    String.raw`^.{0,40}\b[1-9]\d* (?:of \d+ )?${SUBJECT} (?:failed|failing|broken)\b.*$`,
    'im',
  ),
  new RegExp(
    String.raw`^[^\w\n]{0,120}${SUBJECT}\b.{0,30}\b(?:failed|failing|not ok|red)\b.*$`,
    'im',
  ),
  /^[^\w\n]{0,120}(?:FAILED|FAILURE|NOT OK)[^\w\n]{0,120}$/m,
]
const PASSED: readonly RegExp[] = [
  new RegExp(
    String.raw`^[^\w\n]{0,120}(?:all )?(?:\d+ )?(?:of \d+ )?${SUBJECT}\b.{0,30}\b(?:passed|passing|succeeded|successful|ok|green)\b.*$`,
    'im',
  ),
  /^[^\w\n]{0,120}(?:all green|everything (?:passed|is green|ok)|all good)[^\w\n]{0,120}$/im,
]

/** How a check of the project's own says that it ended; null when it says nothing of the kind. */
export function readCheckWords(output: string): CheckWords | null {
  const text = stripVTControlCharacters(output).slice(-4_000)
  for (const [result, patterns] of [
    ['failed', FAILED],
    ['passed', PASSED],
  ] as const) {
    for (const pattern of patterns) {
      const [line] = pattern.exec(text) ?? []
      if (line !== undefined && !/\b0 failed\b/.test(line))
        return { result, gist: oneLineSafely(line, 160) }
    }
  }
  return null
}
