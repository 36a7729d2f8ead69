import type { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Programs } from '../wiring/programs.js'
import type { Surroundings } from '../wiring/surroundings.js'
import type { EvalSuite } from './evals/suite.js'
import type { Machine } from '../wiring/person/look-for-person.js'

/** The world as a command sees it. Nothing in a command reaches for `process` itself. */
export interface CliContext extends Surroundings {
  /** Print machine-readable output. */
  json: boolean
  /** Standard output takes colours. */
  colour: boolean
  /** How many columns the terminal has. @default no terminal: whole lines */
  columns?: number | undefined
  /** A person sits there and can be asked. */
  interactive: boolean
  /** Who is there, beside the terminal: what tells a person from an agent. */
  machine: Machine
  /** Standard input, opened when it is asked for; absent where nothing can be piped in. */
  stdin?(): AsyncIterable<Uint8Array>
  /** Both pipes, for a command that speaks a protocol on them; absent where there are none. */
  pipes?(): { stdin: Readable; stdout: Writable }
  /** The servers that a command starts; absent where it can't start any. */
  programs?: Programs
  /** What answers cases that are only told; absent where they can't be read. */
  evalSuites?(): Promise<readonly EvalSuite[]>
  print(text: string): void
  /** To standard error: progress, warnings. */
  note(text: string): void
  /** Asks a yes-or-no question; the default when there is no terminal. */
  confirm(question: string, otherwise: boolean): Promise<boolean>
}

/** Returns the exit code. */
type Run = (
  context: CliContext,
  positional: string[],
  options: Readonly<Record<string, unknown>>,
) => Promise<number>

/** Throws for a call that can't be right, before a person is asked for. */
type Validate = (positional: string[], options: Readonly<Record<string, unknown>>) => void

/** What a command file exports where the command does one thing. */
export interface CliCommand {
  /** Adds arguments, options and examples. `--json` is there already. */
  configure(command: Command): void
  validate?: Validate
  run: Run
}

/** What a command file exports where the command is a noun with verbs. */
export interface CliNoun {
  /** What its help says beside the verbs. */
  about?: string
  /** A line each; a verb shows its own. */
  examples: string
  verbs: Readonly<Record<string, CliVerb>>
  /** The verb that the bare noun stands for. */
  bare: string
}

export interface CliVerb {
  summary: string
  /** Adds the arguments and options of this verb alone. */
  configure?(command: Command): void
  validate?: Validate
  run: Run
}
