import { bareCommand } from '../../read/shell/bare-command.js'
import { commandKind } from '../../read/shell/command-kind.js'
import { partsIn } from '../../read/shell/parse-line.js'
import type { TrackedFiles } from '../../read/repository/tracked-files.js'

const MAX_WORDS = 12
const PLAIN = /^[\w@%+=:,./-]+$/
/** Of at most three words: more of them may be a sentence. */
const FLAG = /^--?[A-Za-z]\w{0,20}(?:-\w{1,20}){0,2}$/
/** A goal such as `test`, `run` or `build:prod`; longer ones have to be declared. */
const GOAL = /^[a-z][\w:.-]{0,15}$/i
const ASSIGNMENT = /^([A-Z][A-Z0-9_]{1,40})=$/

/**
 * A command as it may be shown: a check that a person added, a declared script, or a known runner with
 * plain arguments, of which paths are tracked and names stand in a tracked file. Null for all else.
 */
export async function verifyCommand(
  command: string,
  tracked: TrackedFiles,
): Promise<string | null> {
  if ((await tracked.checks?.())?.has(command) === true) return command
  const variable = ASSIGNMENT.exec(command)?.[1]
  if (variable !== undefined) return (await tracked.holds(variable)) ? command : null
  const parts = partsIn(command)
  if (parts.length !== 1) return null
  const words = bareCommand(parts[0]!.words)
  const [program = '', ...args] = words
  if (words.length > MAX_WORDS || !words.every((word) => PLAIN.test(word))) return null
  if (!(await isKnown(program, words, tracked))) return null
  for (const [index, word] of args.entries()) {
    if (!(await mayStand(word, index, words, tracked))) return null
  }
  return words.join(' ')
}

const SERVICES = /^(?:docker|docker-compose|podman|systemctl|service|redis-server|pg_ctl|brew)$/

async function isKnown(
  program: string,
  words: readonly string[],
  tracked: TrackedFiles,
): Promise<boolean> {
  if (program.includes('/')) return (await tracked.find(program)) !== null
  const { kind, known } = commandKind(words)
  return (known && kind !== 'other') || SERVICES.test(program)
}

async function mayStand(
  word: string,
  index: number,
  words: readonly string[],
  tracked: TrackedFiles,
): Promise<boolean> {
  if (VERBS.has(word) || word === '--') return true
  if (word.startsWith('-')) {
    const [flag = '', value] = word.split('=', 2)
    return FLAG.test(flag) && (value === undefined || (await isOwnValue(value, tracked)))
  }
  if (isScript(index, words)) {
    const scripts = await tracked.scripts()
    return scripts.has(word) || STANDARD.has(word)
  }
  if (/[/.]/.test(word)) return word === '.' || word === './...' || (await isInTree(word, tracked))
  if (index === 0 && GOAL.test(word)) return true
  return isOwnValue(word, tracked)
}

/** A package, a service or a filter: free text unless the project has it. */
const isOwnValue = async (value: string, tracked: TrackedFiles): Promise<boolean> =>
  /^\d+$/.test(value) || (await tracked.find(value)) !== null || (await tracked.holds(value))

const VERBS = new Set(
  'up start restart compose services run test build install add ci sync'.split(' '),
)

/** `npm run NAME`. */
const isScript = (index: number, [program = '', ...args]: readonly string[]): boolean =>
  /^(?:npm|pnpm|yarn|bun)$/.test(program) && index > 0 && /^run(?:-script)?$/.test(args[index - 1]!)

const STANDARD = new Set(['test', 'start', 'build', 'lint', 'dev'])

async function isInTree(word: string, tracked: TrackedFiles): Promise<boolean> {
  const path = word.replace(/(?:::|:\d).*/, '')
  if ((await tracked.find(path)) !== null) return true
  // A package with a slash or a dot in its name.
  return /^[@\w][\w./@-]{1,60}$/.test(word) && (await tracked.holds(word))
}
