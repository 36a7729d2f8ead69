import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandRun } from '../../schema/evidence.js'
import { shortHash } from '../../util/loose-json.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import type { KnownKind } from './command-kind.js'
import { placedIn } from './placed-in.js'
import type { ShellLine, ShellPart } from './shell-line.js'

/** A command of a line that is worth a run. */
export interface ChosenPart extends Pick<CommandRun, 'command' | 'key' | 'kind'> {
  index: number
  /** The words of the command itself. */
  words: readonly string[]
  /** Its kind is known by its program; else by a script's name alone. */
  known: boolean
  folder: string
  /** It stands in a loop. */
  isRepeated: boolean
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

const OTHER: KnownKind = { kind: 'other', known: true }

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
  const { kind, known } = isInline(part, words) ? OTHER : commandKind(words)
  // Scripts that differ are different work, though they begin alike.
  const key = part.body === undefined ? keyOf(words) : `${keyOf(words)} #${shortHash(part.body)}`
  const folder = placedIn(part.folder, words)
  const command = oneLineSafely(part.text, 200)
  const isRepeated = part.isRepeated === true
  return { index, known, kind, words, command, key, folder, isRepeated }
}

/** The same work gives the same key: no wrappers, no verbosity, no pagers. */
function keyOf(words: readonly string[]): string {
  const kept = words.filter((word) => !NOISE.test(word))
  return oneLineSafely(kept.join(' '), 160)
}

const NOISE =
  /^(-v+|--verbose|-q|--quiet|--silent|-s|--color(=\S+)?|--no-color|--colors|--nocapture|--reporter=\S+|--tb=\S+|-x|--bail(=\d+)?|--)$/
