import type { Track } from './episodes-state.js'
import type { CheckRead } from './read-check.js'

/** Whether a green run shows that what was red is green: the same check, a wider one, or one of its file. */
export function covers(green: CheckRead, track: Track): boolean {
  if (track.sort === 'command') return coversCommand(green, track)
  if (green.folder !== track.folder && green.folder !== '') return false
  if (green.check === track.check) return green.folder === track.folder
  if (isCompileError(track) && compilesIt(green, track)) return true
  if (green.sort !== track.sort) return false
  if (track.error?.class === 'missing-target') return green.words.includes(track.error.symbol ?? '')
  return isWide(green.words) || namesIt(green.words, track)
}

/** A compiler's own error: whatever runs what it compiles shows that it is gone. */
export const isCompileError = ({ tests, error }: Track): boolean =>
  tests.length === 0 &&
  (error?.class === 'compile-error' || /^(?:E\d{4}|TS\d+)$/.test(error?.code ?? ''))

/** A linter reads what a compiler takes, and finds more in it. */
const compilesIt = (green: CheckRead, track: Track): boolean =>
  green.isCompiled &&
  green.words[0] === track.words[0] &&
  (track.sort !== 'lint' || green.sort === 'lint') &&
  packageOf(green.words) === packageOf(track.words)

/** `-p name`, or the whole of it. */
function packageOf(words: readonly string[]): string {
  const index = words.findIndex((word) => /^(?:-p|--package)$/.test(word))
  return index === -1 ? '' : (words[index + 1] ?? '')
}

const FILTERS =
  /^(?:-t|-k|-g|-m|-p|-run|--run|--grep|--filter|--testNamePattern|--test-name-pattern|-e|--package|--project|--workspace|-w|-F)(?:=|$)/

/** Everything that there is to check: no file, no folder, no filter. */
function isWide(words: readonly string[]): boolean {
  const [program = '', ...args] = words
  if (args.some((arg) => FILTERS.test(arg) || arg.includes('::'))) return false
  const paths = args.filter((arg) => !arg.startsWith('-') && /[./\\]/.test(arg))
  if (paths.some((path) => path !== '.' && path !== './...')) return false
  // `cargo test name` runs what has the name in it.
  const goals = args.filter((arg) => !arg.startsWith('-'))
  return !/^(?:cargo|mix|swift)$/.test(program) || goals.length < 2
}

/** A run of the very file, or the very test, that was red. */
function namesIt(words: readonly string[], { tests, error }: Track): boolean {
  const files = [...tests.map((test) => test.split(' › ')[0]!), error?.file ?? '']
  const names = new Set(files.map(baseOf).filter((name) => /\.\w+$/.test(name)))
  const titles = new Set(tests.map((test) => test.split(' › ').at(-1)!))
  return words
    .slice(1)
    .some(
      (word) =>
        names.has(baseOf(word.replace(/::.*|:\d.*/, ''))) ||
        titles.has(word.split(/::|\//).at(-1)!),
    )
}

const baseOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? ''

/** What was lacking is there: the same line ran, or the program that was missing did. */
function coversCommand(green: CheckRead, { words, check, error }: Track): boolean {
  if (green.check === check) return true
  const [program, ...args] = green.words
  if (error?.class !== 'command-not-found') return false
  if (program === words[0]) return true
  return args.length > 0 && args.join(' ') === words.slice(1).join(' ')
}
