import { evenText } from '../../safety/even-text.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { stripVTControlCharacters } from 'node:util'

/** Lines by which compilers and linters say that it went wrong, or that it didn't. */
const FAILED: readonly RegExp[] = [
  /^.*\berror TS\d+:.*$/m,
  /^error(?:\[E\d+\])?: .*$/m,
  /^Found [1-9]\d* errors?.*$/m,
  /^.*\b[1-9]\d* problems? \([1-9]\d* errors?.*$/m,
  /^BUILD FAILED.*$/m,
  /^\s*\[ERROR\] BUILD FAILURE.*$|^\[INFO\] BUILD FAILURE$/m,
  /^npm (?:ERR!|error) code (?!E404)\S+.*$/m,
  /^\s*ELIFECYCLE\b.*$/m,
  /^make: \*\*\* .*$/m,
  /^Failed to compile\.?$/m,
  /^FAIL\s+\S+ \[(?:build|setup) failed\]$/m,
  /^(?:FAILURE: )?Build failed\b.*$/im,
  /^SyntaxError: .*$/m,
]
const PASSED: readonly RegExp[] = [
  /^Found 0 errors\b.*$/m,
  /^BUILD SUCCESS(?:FUL)?\b.*$|^\[INFO\] BUILD SUCCESS$/m,
  /^Success: no issues found.*$/m,
  /^All checks passed!$/m,
  /^\s*✓ Compiled successfully.*$|^Compiled successfully.*$/m,
  /^\s+Finished `?\w+`? .*target\(s\).*$/m,
  /^✓ built in .*$/m,
  /^0 errors?, 0 warnings?\b.*$/m,
]

/** How a build says that it ended; null when it says nothing of the kind. */
export function readBuildOutput(
  output: string,
): { result: 'passed' | 'failed'; gist: string } | null {
  const text = evenText(stripVTControlCharacters(output))
  for (const pattern of FAILED) {
    const [line] = pattern.exec(text) ?? []
    if (line !== undefined) return { result: 'failed', gist: oneLineSafely(line, 160) }
  }
  for (const pattern of PASSED) {
    const [line] = pattern.exec(text) ?? []
    if (line !== undefined) return { result: 'passed', gist: oneLineSafely(line, 160) }
  }
  return null
}
