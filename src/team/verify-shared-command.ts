import { CHECK_FLAGS } from '../data/check-flags.js'
import type { TrackedFiles } from '../evidence/repository/tracked-files.js'
import { bareCommand } from '../read/shell/bare-command.js'
import { commandKind } from '../read/shell/command-kind.js'
import { partsIn } from '../read/shell/parse-line.js'
import type { CommandKind } from '../schema/evidence.js'
import { baseName } from '../util/base-name.js'

/** What checks changes nothing beyond the project, asks no registry and ends nothing. */
const CHECKING: ReadonlySet<CommandKind> = new Set(['test', 'typecheck', 'lint', 'format', 'build'])
const GOALS = new Set(
  'test tests run check build lint typecheck type-check fmt format vet clippy nextest compile verify'.split(
    ' ',
  ),
)
const ELSEWHERE = new Set(['docker', 'podman', 'docker-compose', 'xcodebuild'])
const VARIABLE = /^([A-Z][A-Z0-9_]{1,40})=$/
const MAX_WORDS = 40

/**
 * A command that another machine sent, as far as it may be told to an agent here: one that checks, made of
 * its program, its goals, scripts that this project declares and files that it tracks. Flags go with their
 * values. Null for all else.
 */
export async function verifySharedCommand(
  command: string,
  tracked: TrackedFiles,
): Promise<string | null> {
  if ((await tracked.checks?.())?.has(command) === true) return command
  const variable = VARIABLE.exec(command)?.[1]
  if (variable !== undefined) return (await tracked.holds(variable)) ? command : null
  const parts = partsIn(command)
  const words = parts.length === 1 ? bareCommand(parts[0]!.words) : []
  const program = await verifyProgram(words[0] ?? '', tracked)
  if (program === null || words.length > MAX_WORDS || !checks(words)) return null
  const shown = [program, ...(await verifyWords(words, tracked))]
  // What is left has to be a check, too.
  return shown.includes(UNKNOWN) || !checks(shown) ? null : shown.join(' ')
}

function checks(words: readonly string[]): boolean {
  const { kind, known } = commandKind(words)
  const isOwn = words[0]!.includes('/')
  return (known || isOwn) && CHECKING.has(kind) && !ELSEWHERE.has(baseName(words[0]!))
}

/** By its name one that the kinds know, by a path one that is tracked. */
const verifyProgram = async (program: string, tracked: TrackedFiles): Promise<string | null> =>
  program.includes('/') ? tracked.find(program) : /^[\w.+-]{1,40}$/.test(program) ? program : null

const UNKNOWN = ''

async function verifyWords(words: readonly string[], tracked: TrackedFiles): Promise<string[]> {
  const [program = '', ...args] = words
  const scripts = await tracked.scripts()
  const shown: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!
    if (word.startsWith('-')) {
      // `node --test` is what makes it one.
      if (word === '--test') shown.push(word)
      else if (takesValue(program, word) || !(await isKnown(args[at + 1], scripts, tracked)))
        at += 1
      continue
    }
    if (word === '.' || word === './...' || GOALS.has(word) || scripts.has(word)) shown.push(word)
    else shown.push((await tracked.find(word.replace(/(?:::|:\d|#).*/, ''))) ?? UNKNOWN)
  }
  return shown
}

function takesValue(program: string, flag: string): boolean {
  const { names, packages, values } = CHECK_FLAGS.get(baseName(program)) ?? NO_FLAGS
  return [...names, ...packages, ...values].includes(flag)
}

const NO_FLAGS = { names: [], packages: [], values: [] } as const

/** Whether a word behind a flag stands for itself. The end of the line, and a further flag, do. */
const isKnown = async (
  word: string | undefined,
  scripts: ReadonlySet<string>,
  tracked: TrackedFiles,
): Promise<boolean> =>
  word === undefined ||
  word.startsWith('-') ||
  GOALS.has(word) ||
  scripts.has(word) ||
  (await tracked.find(word)) !== null
