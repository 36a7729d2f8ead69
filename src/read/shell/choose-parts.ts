import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandRun } from '../../schema/evidence.js'
import { shortHash } from '../../util/loose-json.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import type { KnownKind } from './command-kind.js'
import { placedIn, withoutPlace } from './placed-in.js'
import type { ShellLine, ShellPart } from './shell-line.js'

/** A command of a line that is worth a run. */
export interface ChosenPart extends Pick<CommandRun, 'command' | 'key' | 'kind'> {
  index: number
  /** The words of the command itself. */
  words: readonly string[]
  /** What it is told to do: `push` of git, `create` of `gh pr create`. */
  verb: string | undefined
  /** Its kind is known by its program; else by a script's name alone. */
  known: boolean
  folder: string
}

const MAX_RUNS = 8

/** The same line is asked about again and again: agents repeat themselves. */
const choices = new WeakMap<ShellLine, ChosenPart[]>()

export function chooseParts(line: ShellLine): ChosenPart[] {
  const known = choices.get(line)
  if (known !== undefined) return known
  const all = line.parts.map(classify)
  const telling = all.filter(({ kind }) => kind !== 'other')
  const plain = all.filter(({ words }) => !SHELL_WORDS.has(words[0] ?? ''))
  const found = telling.length > 0 ? telling.slice(0, MAX_RUNS) : plain.slice(-1)
  choices.set(line, found)
  return found
}

const SHELL_WORDS = new Set('cd echo export set sleep'.split(' '))

const SCRIPT: KnownKind = { kind: 'run', known: true }
const OTHER: KnownKind = { kind: 'other', known: true }

/** Code on the line is a script; where a variable or a test takes what it prints, it only answers. */
const kindOf = (part: ShellPart, words: readonly string[]): KnownKind => {
  if (!isInline(part, words)) return commandKind(words, part.body)
  return part.shownBy !== undefined || part.isHidden === true || words[1] === '-p' ? OTHER : SCRIPT
}

/** A program that nobody has told us of, and that reads a pipe, shows what comes through it: `| xcpretty`. */
const isFilter = (part: ShellPart, words: readonly string[]): boolean =>
  part.isPiped === true && part.words[0] === words[0] && !commandKind(words).known

/** Code that stands in the line itself: `python - <<EOF`, `node -e '…'`. */
export const isInline = (
  { body }: ShellPart,
  [program = '', first = '']: readonly string[],
): boolean =>
  INTERPRETERS.test(program) &&
  (body !== undefined || (/python/.test(program) ? /^-c$/ : /^-[erp]$|^--eval$/).test(first))

const INTERPRETERS = /^(?:.*\/)?(?:python[\d.]*|node|ruby|perl|php|deno|bun|tsx|Rscript|julia|lua)$/

function classify(part: ShellPart, index: number): ChosenPart {
  const words = bareCommand(part.words)
  const { kind, known } = isFilter(part, words) ? OTHER : kindOf(part, words)
  // Scripts that differ are different work, though they begin alike.
  const key = part.body === undefined ? keyOf(words) : `${keyOf(words)} #${shortHash(part.body)}`
  const folder = placedIn(part.folder, words)
  const command = oneLineSafely(part.text, 200)
  return { index, known, kind, words, verb: verbOf(words), command, key, folder }
}

function verbOf([program = '', ...args]: readonly string[]): string | undefined {
  const [verb, second] = withoutPlace(program, args).filter((arg) => !arg.startsWith('-'))
  return NOUNED.has(program) || verb === 'compose' ? second : verb
}

const NOUNED: ReadonlySet<string> = new Set(['gh', 'glab'])

/** The same work gives the same key: no wrappers, no verbosity, no pagers. */
function keyOf(words: readonly string[]): string {
  const kept = words.filter((word) => !NOISE.test(word))
  // What follows it is for the program behind; with nothing left to pass on it goes.
  if (kept.at(-1) === '--') kept.pop()
  return oneLineSafely(kept.join(' '), 160)
}

const NOISE =
  /^(-v+|--verbose|-q|--quiet|--silent|-s|--color(=\S+)?|--no-color|--colors|--nocapture|--reporter=\S+|--tb=\S+|-x|--bail(=\d+)?)$/
