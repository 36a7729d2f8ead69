import type { CommandKind } from '../../schema/evidence.js'
import { MIGRATIONS } from '../../data/migrations.js'
import { READING, TOOLS_OF_SHELL } from '../../data/reading-programs.js'
import { baseName } from '../../util/base-name.js'
import { isMigration, looksAtData, looksAtMigration } from './is-migration.js'
import { looksOnly } from './only-looks.js'
import { withoutPlace } from './placed-in.js'
import {
  ASKING,
  COMMANDS,
  INSTALLING,
  PROGRAM_RULES,
  SCRIPT_WORDS,
  VERBS,
} from '../../data/programs.js'
import type { ProgramRule } from '../../data/programs.js'
import { oneOf } from '../../util/one-of.js'

/** What a simple command is for, and whether a runner that we know does it. */
export interface KnownKind {
  kind: CommandKind
  /** false: its name smells of a test, but what its exit code means is not known. */
  known: boolean
}

const HARMLESS = oneOf(
  '--help|--version|-V|--collect-only|--co|--just-print|--listTests|--list|--dry-run|--showConfig|--no-run',
)

const IDLE = oneOf('clean|distclean|mrproper|help')

const TASK_RUNNERS = oneOf('make|gmake|just|task|invoke|mage|rake|nox|turbo|nx')

/** Goals that check something, by a name that says no more: what they print has to. */
const GOALS = oneOf('ci|verify|validate|qa|smoke|preflight|precommit|pre-commit|gate')

const SCRIPT_PROGRAMS = oneOf('npm|pnpm|yarn')
const RUNNING = oneOf('run|run-script|workspaces|foreach')
const TESTING = oneOf('t|tst')
const PLACING = oneOf('--filter|-F|-C|--dir|--prefix|--workspace|-w|--cwd')

/** The kind of a simple command, already without wrappers and variables; `fed`: the here-document that it reads. */
export function commandKind(words: readonly string[], fed = ''): KnownKind {
  const [program = '', ...args] = words
  const name = program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(cmd|exe|bat)$/, '')
  const given =
    name === 'sbt' ? args.flatMap((arg) => arg.split(/[; ]+/)) : withoutPlace(name, args)
  const [tool, goals] = toolOf(name, given)
  if (looksOnly(tool, goals)) return OTHER
  if (COPIERS.test(name) && args.some((arg) => ELSEWHERE.test(arg))) return DEPLOY
  const found = namedKind(program, tool, goals)
  if (isMigration(tool, goals, fed)) return { kind: 'migrate', known: true }
  const asked =
    name === 'git'
      ? undefined
      : args.find((arg, at) => HARMLESS.test(arg) || (arg === '-h' && at === args.length - 1))
  const isDryCheck = asked === '--dry-run' && (found.kind === 'format' || found.kind === 'lint')
  // Behind a program of the project's own it is that program's flag.
  if (asked !== undefined && !isDryCheck && (HARMLESS.test(args[0] ?? '') || found.kind !== 'run'))
    return OTHER
  const goalsOfMake = args.filter((arg) => !arg.startsWith('-') && !arg.includes('='))
  const isIdle = goalsOfMake.length > 0 && goalsOfMake.every((goal) => IDLE.test(goal))
  if (/^g?make$/.test(name) && (args.includes('-n') || isIdle)) return OTHER
  if (!found.known && looksAtData(tool, goals)) return OTHER
  return found.kind === 'migrate' && args.some(looksAtMigration) ? OTHER : found
}

const OTHER: KnownKind = { kind: 'other', known: true }
const DEPLOY: KnownKind = { kind: 'deploy', known: true }

const COPIERS = oneOf('scp|rsync|sftp')
/** `host:path`, with a user before it. */
const ELSEWHERE = /^[\w.@$-]{2,}:(?!\\)/

function namedKind(program: string, name: string, args: readonly string[]): KnownKind {
  const known = kindByWords(name, args)
  if (known !== undefined) return { kind: known, known: true }
  if (SCRIPT_PROGRAMS.test(name) || (name === 'bun' && args[0] === 'run')) return scriptKind(args)
  const rule = ruleOf(name)
  if (rule === undefined) return guess(program, name, args)
  if (TASK_RUNNERS.test(name) && args.some((arg) => GOALS.test(arg)))
    return { kind: 'test', known: false }
  const kind = ruleKind(rule, args)
  if (kind === 'test' && skipsTests(args)) return { kind: 'build', known: true }
  if (kind === 'run') return runKind(args)
  return { kind, known: true }
}

const ruleOf = (name: string): ProgramRule | undefined =>
  PROGRAM_RULES.find((rule) => rule.program.test(name))

/** By the first words of the command. */
function kindByWords(name: string, args: readonly string[]): CommandKind | undefined {
  const first = args.find((arg) => !arg.startsWith('-'))
  const isInOrder = (words: readonly string[]): boolean => {
    let at = 0
    return words.every((word) => (at = args.indexOf(word, at) + 1) > 0)
  }
  return linesOf(name).find(
    ({ goal, rest }) => (goal === first || goal.startsWith('-')) && isInOrder([goal, ...rest]),
  )?.kind
}

interface KnownLine {
  kind: CommandKind
  goal: string
  rest: string[]
}

/** What stands of a program, kept where anything does: a session calls the same few again and again. */
const LINES = new Map<string, KnownLine[]>()

function linesOf(program: string): KnownLine[] {
  const known = LINES.get(program)
  if (known !== undefined) return known
  const found = COMMANDS.filter(([, lines]) => lines.includes(`${program} `)).flatMap(
    ([kind, lines]) => lines.split(',').flatMap((line) => lineOf(program, kind, line.trim())),
  )
  if (found.length > 0) LINES.set(program, found)
  return found
}

function lineOf(program: string, kind: CommandKind, line: string): KnownLine[] {
  // Asked first, because most are of other programs and taking one apart costs.
  if (program === '' || !line.startsWith(program)) return []
  const [name, goal = '', ...rest] = line.split(/\s+/)
  return name === program ? [{ kind, goal, rest }] : []
}

/** `php artisan migrate`: an interpreter's script is the tool, if we know it. */
function toolOf(name: string, args: readonly string[]): [string, readonly string[]] {
  const [script = ''] = args
  const tool = /^(?:python[\d.]*|php|ruby|perl)$/.test(name) ? baseName(script) : ''
  return ruleOf(tool) !== undefined || MIGRATIONS.has(tool) ? [tool, args.slice(1)] : [name, args]
}

/** `mvn verify -DskipTests`, `gradle build -x test`. */
const skipsTests = (args: readonly string[]): boolean =>
  args.some(
    (arg, at) =>
      /^(?:-DskipTests|-Dmaven\.test\.skip)(?:=true)?$|^--skip-tests?$/.test(arg) ||
      (oneOf('-x|--exclude-task').test(arg) && /(?:^|:)test$/.test(args[at + 1] ?? '')),
  )

function ruleKind(
  { when = [], otherwise = 'other' }: ProgramRule,
  args: readonly string[],
): CommandKind {
  // A goal that is nearer to the front decides: `cargo run -- test` runs.
  const before = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const found = when.map(([pattern, kind]) => {
    const index = before.findIndex((arg) => pattern.test(arg))
    return { index, kind }
  })
  // Several goals in one call (`clean build test`): the one that proves most.
  const hits = found.filter(({ index }) => index !== -1)
  if (hits.length === 0) return otherwise
  const first = Math.min(...hits.map(({ index }) => index))
  const test = hits.find(({ kind }) => kind === 'test')
  const isGoals = before.slice(first).filter((arg) => !arg.startsWith('-')).length > 1
  if (test !== undefined && isGoals && otherwise !== 'run') return 'test'
  return hits.find(({ index }) => index === first)!.kind
}

function scriptKind(args: readonly string[]): KnownKind {
  const rest = dropPlace(args)
  const [verb = '', script = ''] = rest
  if (INSTALLING.test(verb) || rest.length === 0) {
    return { kind: 'install', known: true }
  }
  if (verb === 'publish') return { kind: 'deploy', known: true }
  if (verb === 'workspace') return scriptKind(rest.slice(2))
  if (verb === 'workspaces' && rest.includes('run'))
    return scriptKind(rest.slice(rest.indexOf('run')))
  const name = RUNNING.test(verb) ? script : verb
  if (TESTING.test(name)) return { kind: 'test', known: true }
  const word = SCRIPT_WORDS.find(([pattern]) => pattern.test(name))
  if (word !== undefined) return { kind: word[1], known: true }
  if (GOALS.test(name)) return { kind: 'test', known: false }
  if (/^(start|dev|serve|preview|watch)\b/.test(name)) return { kind: 'run', known: true }
  if (ASKING.test(verb)) {
    return { kind: 'other', known: true }
  }
  const tool = commandKind([name, ...rest.slice(rest.indexOf(name) + 1)])
  return tool.kind === 'other' ? { kind: 'run', known: true } : tool
}

/** Flags that say where a script runs, with their values. */
function dropPlace(args: readonly string[]): string[] {
  const rest: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (PLACING.test(arg)) index += 1
    else if (!arg.startsWith('-')) rest.push(arg)
  }
  return rest
}

/** An interpreter with a script: the script's name is all there is to go by. */
function runKind(args: readonly string[]): KnownKind {
  const script = args.find((arg) => !arg.startsWith('-')) ?? ''
  return ownScript(script) ?? { kind: 'run', known: true }
}

/** A program that nobody has told us of does something, unless it is one that comes with each system. */
function guess(program: string, name: string, args: readonly string[]): KnownKind {
  if (program.includes('/') && !/^\/(?:usr\/)?s?bin\//.test(program))
    return ownScript(program) ?? ownScript(name) ?? { kind: 'run', known: true }
  return READING.has(name) || TOOLS_OF_SHELL.has(name) || !/^[\w.@+-]+$/.test(name)
    ? OTHER
    : { kind: kindByName(name) ?? kindByVerb(args) ?? 'run', known: false }
}

/** `expo-doctor`, `check-jsonschema`: what it is for stands in its name. */
const kindByName = (name: string): CommandKind | undefined =>
  /-(?:doctor|audit|validator?|verify)$/.test(name)
    ? 'lint'
    : SCRIPT_WORDS.find(([pattern]) => pattern.test(name))?.[1]

const kindByVerb = ([verb = '']: readonly string[]): CommandKind | undefined =>
  VERBS.find(([pattern]) => pattern.test(verb))?.[1]

/** A script of the project's own that looks like a check, a build or the like by its name. */
function ownScript(script: string): KnownKind | null {
  if (smells(script)) return { kind: 'test', known: false }
  const [, kind] = OWN.find(([name]) => name.test(script)) ?? []
  return kind === undefined ? null : { kind, known: false }
}

const OWN: readonly [RegExp, CommandKind][] = [
  [/(?:^|\/)(?:configure|autogen\.sh)$/, 'build'],
  [/\blint(?:[_-]all)?\.\w+$|\/lint$/i, 'lint'],
  [/\b(?:fmt|format)(?:[_-]all)?\.\w+$|\/(?:fmt|format)$/i, 'format'],
  [/\btype-?check(?:[_-]all)?\.\w+$|\/type-?check$/i, 'typecheck'],
  [/(^|[/_.-])(?:re)?(?:build|compile)(?:[_-]all)?(\.\w+)?$/i, 'build'],
  [/(^|[/_.-])(?:migrate|migrations?)(?:[_-](?:db|all|up))?(\.\w+)?$/i, 'migrate'],
  [/(^|[/_.-])(?:deploy|publish|release)(?:[_-]all)?(\.\w+)?$/i, 'deploy'],
]

const smells = (script: string): boolean =>
  /(^|[/_.-])(tests?|spec)[/_.-]/i.test(script) ||
  /(^|[/_.-])(?:(?:run|do)[_-]?)?(?:tests?|checks?|ci|verify|validate|smoke|qa)(?:[_-]all)?(\.\w+)?$|\.t$/i.test(
    script,
  )
