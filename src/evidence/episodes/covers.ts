import { TS_CODE } from '../../data/tools.js'
import { covers as coversCheck } from '../../read/shell/covers.js'
import type { Track } from './episodes-state.js'
import type { CheckRead } from './read-check.js'

/** Whether a green run shows that what was red is green. */
export function covers(green: CheckRead, track: Track): boolean {
  if (track.sort === 'command') return coversCommand(green, track)
  if (track.error?.class === 'missing-target') return green.words.includes(track.error.symbol ?? '')
  if (isCompileError(track) && compilesIt(green, track)) return true
  return coversCheck(
    { kind: green.kind, key: green.check, folder: green.folder },
    { kind: track.kind, key: track.check, folder: track.folder, failing: track.tests },
  )
}

/** A compiler's own error: whatever runs what it compiles shows that it is gone. */
export const isCompileError = ({ tests, error }: Track): boolean =>
  tests.length === 0 && (error?.class === 'compile-error' || COMPILER_CODE.test(error?.code ?? ''))

const COMPILER_CODE = new RegExp(`^(?:E\\d{4}|${TS_CODE})$`)

/** A linter reads what a compiler takes, and finds more in it. */
const compilesIt = (green: CheckRead, track: Track): boolean =>
  green.isCompiled &&
  green.words[0] === track.words[0] &&
  (track.sort !== 'lint' || green.sort === 'lint') &&
  packageOf(green.words) === packageOf(track.words)

/** `-p name`, or the whole of it. */
function packageOf(words: readonly string[]): string {
  const index = words.findIndex((word) => word === '-p' || word === '--package')
  return index === -1 ? '' : (words[index + 1] ?? '')
}

/** What was lacking is there: the same line ran, or the program that was missing did. */
function coversCommand(green: CheckRead, { words, check, error }: Track): boolean {
  if (green.check === check) return true
  const [program, ...args] = green.words
  if (error?.class !== 'command-not-found') return false
  if (program === words[0]) return true
  return args.length > 0 && args.join(' ') === words.slice(1).join(' ')
}
