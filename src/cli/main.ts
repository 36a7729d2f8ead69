/**
 * The command line: arguments come in, one command is loaded and run, an exit code goes out. 0 ok,
 * 1 failed, 2 wrong usage, 3 only where a flag asks for it.
 */
import { fstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { Command, CommanderError } from 'commander'
import { readNamespaces } from '../util/process-place.js'
import { deviceName, readOpenTerminals, readProcessTable } from '../util/process-table.js'
import { accountHome, userName } from '../util/user-name.js'
import { ask, Interrupted } from './ask.js'
import { build } from './build.js'
import type { CliContext } from './command.js'
import { formatError } from './format-error.js'
import { askAtTerminal } from './person/type-word.js'
import { registry } from './registry.js'
import { showSafely } from './shown.js'
import { unknownTopic, usageError } from './usage-error.js'
import { wrapHelp } from './wrap-text.js'

export async function main(
  argv: readonly string[],
  handed: Pick<CliContext, 'programs' | 'beside'>,
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
  for (const [group, commands] of Object.entries(registry)) {
    for (const [known, [summary, load]] of Object.entries(commands)) {
      const command = program
        .command(known)
        .description(summary)
        .helpGroup(`${group}:`)
        .option('--json', 'print JSON')
      if (known !== name) continue
      const { command: declared } = await load(context)
      const done = (code: number) => void (exitCode = code)
      build(command, declared, wordAfter(name, argv), { context, done })
    }
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

/** The word behind the command's name, where no option stands between them. */
function wordAfter(name: string, argv: readonly string[]): string | undefined {
  const next = argv.slice(argv.indexOf(name) + 1).find((word) => word !== '--json')
  return next?.startsWith('-') ? undefined : next
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
    typed: askAtTerminal,
  }
}
