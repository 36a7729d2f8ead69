import { CHECK_FLAGS } from '../data/check-flags.js'
import { SCRIPT_WORDS } from '../data/programs.js'
import type { TrackedFiles } from '../read/repository/tracked-files.js'
import { fileRole } from '../read/weakened/changes/file-role.js'
import { bareCommand } from '../read/shell/bare-command.js'
import { commandKind } from '../read/shell/command-kind.js'
import { partsIn } from '../read/shell/parse-line.js'
import type { CommandKind } from '../schema/evidence.js'
import { baseName, withoutEnding } from '../util/base-name.js'

/** What checks writes nothing, asks no registry and ends nothing. */
const CHECKING: ReadonlySet<CommandKind> = new Set(['test', 'typecheck', 'lint'])
const GOALS = new Set(
  'test tests run check build lint typecheck type-check fmt format vet clippy nextest compile verify'.split(
    ' ',
  ),
)
/** Kinds that look at files, and run none of them. */
const READING: ReadonlySet<CommandKind> = new Set(['typecheck', 'lint'])
/** They run a script by its name, which stands behind `run`. */
const SCRIPTED = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** Whose scripts and targets are read from the project. */
const DECLARING = new Set([...SCRIPTED, 'make', 'gmake', 'composer', 'deno'])
/** By them what looks at files changes them. */
const WRITING = new Set('--fix --write --apply --unsafe --in-place'.split(' '))
/** They work elsewhere, deploy to test, or run what a file of settings names. */
const ELSEWHERE = new Set(
  'docker podman docker-compose xcodebuild anchor molecule pio pre-commit'.split(' '),
)
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
  const name = baseName(words[0]!)
  const isOwn = words[0]!.includes('/') && namesCheck(withoutEnding(name))
  return (known || isOwn) && CHECKING.has(kind) && !ELSEWHERE.has(name)
}

/** Every part of the name is a word for a check: `run-tests`, not `test-then-wipe`. */
function namesCheck(name: string): boolean {
  const parts = name.split(/[:_.-]/).filter((part) => part !== '' && part !== 'run')
  const kinds = parts.map(
    (part) => SCRIPT_WORDS.find(([matcher]) => matcher.test(part))?.[1] ?? null,
  )
  return kinds.length > 0 && kinds.every((kind) => kind !== null && CHECKING.has(kind))
}

type Scripts = ReadonlyMap<string, string>

/** Whether a goal, a target or a script is a check by itself, whatever stands beside it. */
function isCheck(
  word: string,
  program: string,
  before: string | undefined,
  scripts: Scripts,
): boolean {
  const name = baseName(program)
  if (word === 'run') {
    if (before === (SCRIPTED.has(name) ? undefined : 'nextest')) return true
    return commandKind([program, word]).kind !== 'run'
  }
  const declared = DECLARING.has(name) ? scripts : NO_SCRIPTS
  return doesCheck(word, SCRIPTED.has(name) ? [program, 'run', word] : [program, word], declared, 0)
}

const NO_SCRIPTS: Scripts = new Map()
const MAX_DEPTH = 4

/** By its own lines; a usual name that a project gives to lines which don't tell is its own word for a check. */
function doesCheck(
  name: string,
  command: readonly string[],
  scripts: Scripts,
  depth: number,
): boolean {
  const lines = scripts.get(name)
  const does = lines === undefined ? 'unknown' : whatItDoes(lines, scripts, depth)
  const isUsual = GOALS.has(name) && CHECKING.has(commandKind(command).kind)
  return does === 'checks' || (does === 'unknown' && isUsual)
}

type Deed = 'checks' | 'builds' | 'more' | 'unknown'

function whatItDoes(lines: string, scripts: Scripts, depth: number): Deed {
  const parts = lines.split('\n').flatMap((line) => partsIn(line))
  const deeds = new Set(parts.map((part) => deedOf(bareCommand(part.words), scripts, depth)))
  if (deeds.has('more')) return 'more'
  return deeds.has('checks') && !deeds.has('unknown') ? 'checks' : 'unknown'
}

function deedOf(words: readonly string[], scripts: Scripts, depth: number): Deed {
  const [program = '', ...args] = words
  if (args.some((arg) => WRITING.has(arg)) || ELSEWHERE.has(baseName(program))) return 'more'
  const { kind, known } = commandKind(words)
  const goal = args.find((arg) => !arg.startsWith('-') && arg !== 'run') ?? ''
  if (SCRIPTED.has(baseName(program)) && scripts.has(goal) && kind !== 'deploy') {
    if (depth === MAX_DEPTH) return 'unknown'
    return doesCheck(goal, words, scripts, depth + 1) ? 'checks' : 'more'
  }
  if (!known || kind === 'run') return 'unknown'
  return CHECKING.has(kind) ? 'checks' : kind === 'build' ? 'builds' : 'more'
}

/** By its name one that the kinds know, by a path one that is tracked. */
const verifyProgram = async (program: string, tracked: TrackedFiles): Promise<string | null> =>
  program.includes('/') ? tracked.find(program) : /^[\w.+-]{1,40}$/.test(program) ? program : null

const UNKNOWN = ''

async function verifyWords(words: readonly string[], tracked: TrackedFiles): Promise<string[]> {
  const [program = '', ...args] = words
  const scripts = await tracked.scripts()
  const isReading = READING.has(commandKind(words).kind)
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
    if (word === '.' || word === './...') shown.push(word)
    else if (GOALS.has(word) || scripts.has(word))
      shown.push(isCheck(word, program, shown.at(-1), scripts) ? word : UNKNOWN)
    else shown.push((await verifyFile(word, isReading, tracked)) ?? UNKNOWN)
  }
  return shown
}

/** A tracked file; where the command would run it, a test. */
async function verifyFile(
  word: string,
  isReading: boolean,
  tracked: TrackedFiles,
): Promise<string | null> {
  const file = await tracked.find(word.replace(/(?:::|:\d|#).*/, ''))
  const isTest = file !== null && fileRole(file)?.endsWith('test') === true
  return isTest || isReading ? file : null
}

function takesValue(program: string, flag: string): boolean {
  const { names, packages, values } = CHECK_FLAGS.get(baseName(program)) ?? NO_FLAGS
  return [...names, ...packages, ...values].includes(flag)
}

const NO_FLAGS = { names: [], packages: [], values: [] } as const

/** Whether a word behind a flag stands for itself. The end of the line, and a further flag, do. */
const isKnown = async (
  word: string | undefined,
  scripts: Scripts,
  tracked: TrackedFiles,
): Promise<boolean> =>
  word === undefined ||
  word.startsWith('-') ||
  GOALS.has(word) ||
  scripts.has(word) ||
  (await tracked.find(word)) !== null
