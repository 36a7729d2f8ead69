import { evenText } from '../../safety/even-text.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { stripVTControlCharacters } from 'node:util'

/** A part of the line in lower case, which most outputs don't have, and the whole line. */
type Form = readonly [string, RegExp]

/** Lines by which compilers and linters say that it went wrong, or that it didn't. */
const FAILED: readonly Form[] = [
  ['error ts', /^.*\berror TS\d+:.*$/m],
  ['error', /^error(?:\[E\d+\])?: .*$/m],
  ['found ', /^Found [1-9]\d* errors?.*$/m],
  [' problem', /^.*\b[1-9]\d* problems? \([1-9]\d* errors?.*$/m],
  ['build failed', /^BUILD FAILED.*$/m],
  ['build failure', /^\s*\[ERROR\] BUILD FAILURE.*$|^\[INFO\] BUILD FAILURE$/m],
  ['npm err', /^npm (?:ERR!|error) code (?!E404)\S+.*$/m],
  ['elifecycle', /^\s*ELIFECYCLE\b.*$/m],
  ['make: ***', /^\w*make: \*\*\* .*$/m],
  ['ninja: build stopped', /^ninja: build stopped: .*$/m],
  ['compilation terminated.', /^compilation terminated\.$/m],
  ['linker command failed', /^\S*:? ?error: linker command failed.*$/m],
  ['ld returned ', /^collect2: error: ld returned [1-9].*$/m],
  ['failed to compile', /^Failed to compile\.?$/m],
  ['did not complete', /^.*\bdid not complete successfully: exit code: \d+.*$/m],
  ['error: failed to ', /^ERROR: failed to (?:solve|build).*$/m],
  ['failed]', /^FAIL\s+\S+ \[(?:build|setup) failed\]$/m],
  ['build failed', /^(?:FAILURE: )?Build failed\b.*$/im],
  ['syntaxerror: ', /^SyntaxError: .*$/m],
  // A runner's last words, where a pager cut off its counts.
  [
    'fail',
    /^(?:FAIL|FAILED|FAILURES!|Result: FAIL|FAILED \(\w+=\d+.*|FAILED \S+::.*|--- FAIL: .*|[ℹ#] fail [1-9]\d*|.*There were failing tests.*)$/m,
  ],
  // A line of a sum that counts failures, where the line that counts passes was cut off.
  [
    'fail',
    /^(?:[ \t]*[1-9]\d* fail(?:ed|ing)?|\[ +[1-9]\d* tests failed +\]|Test Suites: +[1-9]\d* failed\b.*|[ \t]*Failed: +[1-9]\d*|\*\* TEST FAILED \*\*)$/m,
  ],
  // A process that died, whatever a pipe behind it ended with.
  ['core dumped', /^.{0,200}\(core dumped\).*$/m],
  ['heap out of memory', /^FATAL ERROR: .*$/m],
  ['segmentation fault', /^.{0,80}\bSegmentation fault\b.*$/m],
  ['cancelled', /^[ℹ#] cancelled [1-9]\d*$/m],
  ['not ok', /^not ok \d+\b(?!.*# (?:TODO|SKIP)).*$/m],
]
const PASSED: readonly Form[] = [
  ['found 0 errors', /^Found 0 errors\b.*$/m],
  ['build success', /^BUILD SUCCESS(?:FUL)?\b.*$|^\[INFO\] BUILD SUCCESS$/m],
  ['no issues found', /^Success: no issues found.*$/m],
  ['all checks passed', /^All checks passed!$/m],
  ['compiled successfully', /^\s*✓ Compiled successfully.*$|^Compiled successfully.*$/m],
  ['finished ', /^\s+Finished `?\w+`? .*target\(s\).*$/m],
  ['built in ', /^✓ built in .*$/m],
  ['0 error', /^0 errors?, 0 warnings?\b.*$/m],
]

/** How a build says that it ended; null when it says nothing of the kind. */
export function readBuildOutput(
  output: string,
): { result: 'passed' | 'failed'; gist: string } | null {
  const text = evenText(stripVTControlCharacters(output))
  const lower = text.toLowerCase()
  const lineOf = (forms: readonly Form[]): string | undefined => {
    for (const [part, pattern] of forms) {
      const line = lower.includes(part) ? pattern.exec(text)?.[0] : undefined
      if (line !== undefined) return line
    }
    return undefined
  }
  const failed = lineOf(FAILED)
  if (failed !== undefined) return { result: 'failed', gist: oneLineSafely(failed, 160) }
  const passed = lineOf(PASSED)
  if (passed !== undefined) return { result: 'passed', gist: oneLineSafely(passed, 160) }
  return null
}
