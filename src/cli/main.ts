/**
 * The command line: arguments come in, one command is loaded and run, an exit code goes out. 0 ok,
 * 1 failed, 2 wrong usage, 3 only where a flag asks for it.
 */
import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { Command, CommanderError } from 'commander'
import type { Programs } from '../programs.js'
import { ask, Interrupted } from './ask.js'
import type { CliCommand, CliContext } from './command.js'
import { formatError } from './format-error.js'
import { requirePerson } from './person/require-person.js'
import { registry } from './registry.js'
import type { RegisteredCommand } from './registry.js'
import { readProcessTable } from '../util/process-table.js'
import { showSafely } from './shown.js'
import { unknownTopic, unknownVerb, usageError } from './usage-error.js'
import { userName } from '../util/user-name.js'

export async function main(argv: readonly string[], programs: Programs): Promise<void> {
  // Whoever reads us may have seen enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  try {
    process.exitCode = await runCli(argv, { ...processContext(argv), programs })
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
  const program = new Command('reflect')
    .description('Hindsight for AI agents: is it really done, what did it change and risk?')
    .version(packageVersion(), '-V, --version')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      // What is wrong is thrown, and told in one form with everything else that can go wrong.
      writeErr: () => undefined,
    })
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
    context.print(program.helpInformation().trimEnd() + EPILOGUE)
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
  implementation.configure(command)
  if (!('verbs' in implementation)) return act(command, call, implementation.run, [])
  const { verbs, bare } = implementation
  if (typed !== undefined && !Object.hasOwn(verbs, typed) && typed !== 'help')
    throw unknownVerb(typed, command.name(), Object.keys(verbs))
  for (const [name, verb] of Object.entries(verbs)) {
    const own = command
      .command(name, { isDefault: name === bare })
      .description(name === bare ? `${verb.summary} (also without a verb)` : verb.summary)
      .option('--json', 'print JSON')
    verb.configure?.(own)
    act(own, call, verb.run, [name])
  }
}

/** The word behind the command's name, where no option stands between them. */
function wordAfter(name: string, argv: readonly string[]): string | undefined {
  const next = argv.slice(argv.indexOf(name) + 1).find((word) => word !== '--json')
  return next?.startsWith('-') ? undefined : next
}

/** Binds a parsed call to what it runs; `path` is the verb in front of its arguments. */
function act(command: Command, call: Call, run: CliCommand['run'], path: readonly string[]): void {
  const { registered, context, done } = call
  const { needsPerson } = registered
  const mayBeAsked = path.length === 0 || needsPerson?.({ words: path, options: {} })
  if (needsPerson && mayBeAsked && !command.options.some(({ long }) => long === '--yes')) {
    command.option('--yes', 'without a terminal; never under an agent')
  }
  command.action(async () => {
    const options = command.opts<Record<string, unknown>>()
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
    interactive,
    machine: {
      pid: process.pid,
      accountHome: userInfo().homedir,
      processes: () => readProcessTable(process.platform),
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
