import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Beside, CliContext, CliVerb } from '../../src/cli/command.js'
import { formatError } from '../../src/cli/format-error.js'
import { runCli } from '../../src/cli/main.js'
import { registry } from '../../src/cli/registry.js'
import type { ProcessEntry } from '../../src/util/process-table.js'
import { machineOf } from '../../src/wiring/person/__fixtures__/processes.js'
import { openSandbox } from './sandbox.js'
import type { Sandbox } from './sandbox.js'

const beside: Beside = {
  demo: () => import('../../stories/demo.js'),
  evals: () => import('../../evals/evals.js'),
  turns: () => import('../../stories/turns.js'),
}

/** Every verb of every command; that of a command without verbs has no name. */
export async function loadVerbs(): Promise<{ words: string[]; verb: CliVerb }[]> {
  const commands = Object.values(registry).flatMap((group) => Object.entries(group))
  const loaded = commands.map(async ([name, [, load]]) => {
    const { command } = await load({ beside } as CliContext)
    return 'call' in command
      ? [{ words: [name], verb: command }]
      : Object.entries(command.verbs).map(([word, verb]) => ({ words: [name, word], verb }))
  })
  return (await Promise.all(loaded)).flat()
}

interface Ran {
  code: number
  out: string
  notes: string
  /** What was asked. */
  questions: string[]
}

/** The command line in this process, on a sandbox's home and repository. */
export interface OpenedCli extends Sandbox {
  run(argv: string[], world?: RunWorld): Promise<Ran>
  /** Reads a file of the home; null when there is none. */
  inHome(file: string): string | null
  putHome(file: string, text: string | Uint8Array): string
}

interface RunWorld {
  env?: NodeJS.ProcessEnv
  cwd?: string
  stdin?: string
  /** Answers to questions, in order; a person is there when this is given. */
  answers?: boolean[]
  /** What runs on the machine; the command is process 1000. @default a person's terminal */
  processes?: readonly ProcessEntry[]
  /** What is typed at the terminal itself, once a question stands there. @default there is none */
  typed?(question: string): string
  /** What happens while a question is being answered. */
  meanwhile?(): void
}

export function openCli(): OpenedCli {
  const sandbox = openSandbox()
  const homeFile = (file: string) => path.join(sandbox.home, file)
  return {
    ...sandbox,
    run: (argv, world = {}) => runIn(argv, sandbox, world),
    inHome: (file) => (existsSync(homeFile(file)) ? readFileSync(homeFile(file), 'utf8') : null),
    putHome(file, text) {
      mkdirSync(path.dirname(homeFile(file)), { recursive: true })
      writeFileSync(homeFile(file), text)
      return homeFile(file)
    },
  }
}

/** The command line in this process, on a sandbox that is open already. */
export async function runIn(
  argv: string[],
  sandbox: Pick<Sandbox, 'root' | 'home' | 'env'>,
  world: RunWorld = {},
): Promise<Ran> {
  const [printed, noted, questions]: string[][] = [[], [], []]
  const answers = [...(world.answers ?? [])]
  const context: CliContext = {
    cwd: world.cwd ?? sandbox.root,
    env: { ...sandbox.env, ...world.env },
    home: sandbox.home,
    platform: process.platform,
    now: () => new Date(),
    json: argv.includes('--json'),
    colour: false,
    interactive: world.answers !== undefined,
    // Whoever runs the tests is not above what they run.
    machine: machineOf(sandbox.home, world.processes),
    async *stdin() {
      yield Buffer.from(world.stdin ?? '')
    },
    beside,
    print: (text) => void printed!.push(text),
    note: (text) => void noted!.push(text),
    confirm: async (question, otherwise) => {
      questions!.push(question)
      world.meanwhile?.()
      return answers.shift() ?? otherwise
    },
    ...(world.typed === undefined ? {} : { typed: world.typed }),
  }
  const code = await runCli(argv, context).catch((error: unknown) => {
    noted!.push(formatError(error, context))
    return (error as { code?: string }).code === 'usage' ? 2 : 1
  })
  return { code, out: printed!.join('\n'), notes: noted!.join('\n'), questions: questions! }
}
