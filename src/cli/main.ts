/**
 * The command line: arguments come in, one command is loaded and run, an exit code goes out. 0 ok,
 * 1 failed, 2 wrong usage, 3 only where a flag asks for it.
 */
import { fstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { Command, CommanderError } from 'commander'
import { ask, Interrupted } from './ask.js'
import type { CliContext, CliNoun, CliVerb } from './command.js'
import { formatError } from './format-error.js'
import { requirePerson } from './person/require-person.js'
import { registry } from './registry.js'
import type { RegisteredCommand } from './registry.js'
import { readNamespaces } from '../util/process-place.js'
import { deviceName, readOpenTerminals, readProcessTable } from '../util/process-table.js'
import { showSafely } from './shown.js'
import { unknownTopic, unknownVerb, usageError } from './usage-error.js'
import { wrapHelp } from './wrap-help.js'
import { accountHome, userName } from '../util/user-name.js'

export async function main(
  argv: readonly string[],
  handed: Pick<CliContext, 'programs' | 'evalSuites'>,
): Promise<void> {
  // The reader may have seen enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  try {
    process.exitCode = await runCli(argv, { ...processContext(argv), ...handed })
  } catch (error) {
    const isLeft = error instanceof Interrupted
    const form = { json: argv.includes('--json'), env: process.env }
    process.stderr.write(isLeft ? `\n${error.message}\n` : `${formatError(error, form)}\n`)
    process.exitCode = isLeft ? 130 : isUsage(error) ? 2 : 1
  }
}

export async function runCli(argv: readonly string[], world: CliContext): Promise<number> {
  const context = showSafely(world)
  let exitCode = 0
  const help = (text: string): string => wrapHelp(text.trimEnd(), context.columns)
  const program = new Command('reflect')
    .description('Hindsight for AI agents: is it really done, what did it change and risk?')
    .version(packageVersion(), '-V, --version')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(help(text)),
      // What is wrong is thrown, and told in one form with everything else that can go wrong.
      writeErr: () => undefined,
    })
    .configureHelp({ minWidthToWrap: 20 })
    .addHelpText('after', EPILOGUE)
  const name = argv.find((argument) => !argument.startsWith('-')) ?? ''
  for (const registered of registry) {
    const command = program
      .command(registered.name, { hidden: registered.newName !== undefined })
      .description(registered.summary)
      .helpGroup(`${registered.group}:`)
      .option('--json', 'print JSON')
    if (registered.name !== name) continue
    // A program that reads JSON from both streams would trip over a line of text.
    if (registered.newName !== undefined && !context.json)
      context.note(`\`reflect ${name}\` is now \`reflect ${registered.newName}\`.`)
    const done = (code: number) => void (exitCode = code)
    await define(command, { registered, context, done }, wordAfter(name, argv))
  }
  if (argv.length === 0) {
    context.print(help(program.helpInformation() + EPILOGUE))
    return 0
  }
  const topic = name === 'help' ? argv[argv.indexOf('help') + 1] : undefined
  const unknown = topic === undefined || topic.startsWith('-') ? null : unknownTopic(topic, program)
  if (unknown !== null) throw unknown
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usageError(error, program, [name, wordAfter(name, argv)])
  }
  return exitCode
}

const EPILOGUE = `
Start with \`reflect demo\`, then \`reflect init\`. Each command has its own --help with examples.`

interface Call {
  registered: RegisteredCommand
  context: CliContext
  done(exitCode: number): void
}

async function define(command: Command, call: Call, typed: string | undefined): Promise<void> {
  const { command: implementation } = await call.registered.load()
  if (!('verbs' in implementation)) {
    implementation.configure(command)
    return act(command, call, implementation, [])
  }
  const { about = '', examples, verbs, bare } = implementation
  command.addHelpText('after', `${about}${about === '' ? '' : '\n'}\nExamples:${examples}`)
  if (typed !== undefined && !Object.hasOwn(verbs, typed) && typed !== 'help')
    throw unknownVerb(typed, command.name(), Object.keys(verbs))
  for (const [name, verb] of Object.entries(verbs)) {
    const own = command
      .command(name, { isDefault: name === bare })
      .description(name === bare ? `${verb.summary} (also without a verb)` : verb.summary)
      .option('--json', 'print JSON')
    verb.configure?.(own)
    const shown = examplesOf(name, { noun: command.name(), examples, bare })
    if (shown.length > 0) own.addHelpText('after', ['', 'Examples:', ...shown].join('\n'))
    act(own, call, verb, [name])
  }
}

/** The lines of a noun's examples that call this verb. */
function examplesOf(
  verb: string,
  { noun, examples, bare }: { noun: string } & Pick<CliNoun, 'examples' | 'bare'>,
): string[] {
  const isMeant = (line: string): boolean => {
    const [, name, word = ''] = line.trim().split(' ')
    const called = /^[a-z]/.test(word) ? word : bare
    return name === noun && called === verb
  }
  return examples.split('\n').filter(isMeant)
}

/** The word behind the command's name, where no option stands between them. */
function wordAfter(name: string, argv: readonly string[]): string | undefined {
  const next = argv.slice(argv.indexOf(name) + 1).find((word) => word !== '--json')
  return next?.startsWith('-') ? undefined : next
}

/** Binds a parsed call to what it runs; `path` is the verb in front of its arguments. */
function act(
  command: Command,
  call: Call,
  { run, validate }: Pick<CliVerb, 'run' | 'validate'>,
  path: readonly string[],
): void {
  const { registered, context, done } = call
  const { needsPerson } = registered
  // With every argument that it takes: some verbs only look when they get none.
  const words = [...path, ...command.registeredArguments.map((argument) => argument.name())]
  const mayBeAsked = path.length === 0 || needsPerson?.({ words, options: {} })
  if (needsPerson && mayBeAsked && !command.options.some(({ long }) => long === '--yes')) {
    command.option('--yes', 'confirm without a terminal; an agent is refused')
  }
  command.action(async () => {
    const options = command.opts<Record<string, unknown>>()
    validate?.(command.args, options)
    const isAsked = needsPerson?.({ words: [...path, ...command.args], options }) ?? false
    if (isAsked)
      await requirePerson(context, {
        command: [registered.name, ...path].join(' '),
        yes: options['yes'] === true,
      })
    done(await run(context, command.args, options))
  })
}

const isUsage = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'usage'

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function processContext(argv: readonly string[]): CliContext {
  const { stdin, stdout, stderr, env } = process
  const interactive = Boolean(stdin.isTTY && stderr.isTTY) && env['CI'] !== 'true'
  return {
    cwd: process.cwd(),
    env,
    home: homedir(),
    author: userName(),
    platform: process.platform,
    now: () => new Date(),
    json: argv.includes('--json'),
    colour: Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    columns: stdout.isTTY ? stdout.columns : undefined,
    interactive,
    machine: {
      pid: process.pid,
      accountHome: accountHome(),
      // Elsewhere a terminal has a name in the table, and a number here.
      inputTerminal:
        stdin.isTTY && process.platform === 'linux' ? deviceName(fstatSync(0).rdev) : null,
      processes: () => readProcessTable(process.platform),
      namespaces: readNamespaces(),
      openTerminals: (pid) => readOpenTerminals(pid, process.platform),
    },
    stdin: () => stdin,
    pipes: () => ({ stdin, stdout }),
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    confirm: (question, otherwise) =>
      interactive
        ? ask(question, otherwise, { input: stdin, output: stderr })
        : Promise.resolve(otherwise),
  }
}
