/**
 * How a command is declared: what it takes, what it opens, who may call it, what it answers; and the world in
 * which it runs.
 */
import type { Readable, Writable } from 'node:stream'
import { ReflectError } from '../schema/error.js'
import type { Programs } from '../wiring/programs.js'
import type { Surroundings } from '../wiring/surroundings.js'
import type { Machine } from '../wiring/person/look-for-person.js'
import type { Given, Takes } from './takes.js'

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
  /** The person said `--yes`: there is nothing more to ask. @default false */
  yes?: boolean
  /** Who is there, beside the terminal: what tells a person from an agent. */
  machine: Machine
  /** Standard input, opened when it is asked for; absent where nothing can be piped in. */
  stdin?(): AsyncIterable<Uint8Array>
  /** Both pipes, for a command that speaks a protocol on them; absent where there are none. */
  pipes?(): { stdin: Readable; stdout: Writable }
  /** The servers that a command starts; absent where it can't start any. */
  programs?: Programs
  /** The commands that are built beside the program; absent where they are not. */
  beside?: Beside
  print(text: string): void
  /** To standard error: progress, warnings. */
  note(text: string): void
  /** Asks a yes-or-no question; the default when there is no terminal. */
  confirm(question: string, otherwise: boolean): Promise<boolean>
  /** What is typed at the process's own terminal, wherever its pipes lead; null, or absent, where it has none. */
  typed?(question: string): string | null
}

/** What tells stories and reads told cases is no part of the program, and is handed to it. */
export interface Beside {
  demo(): Promise<{ command: CliVerb }>
  turns(): Promise<{ command: CliNoun }>
  evals(): Promise<{
    command: CliNoun
    /** `reflect judge --case`. */
    judgeCases(context: CliContext, file: string, model: string): Promise<number>
  }>
}

/** What the program hands over with a call; a test, or another program, may have none of it. */
function handed<T>(part: T | undefined, problem: string): T {
  if (part !== undefined) return part
  throw new ReflectError('usage', problem, { remedy: 'Use the program `reflect`.' })
}

export const outside = ({ beside }: CliContext): Beside =>
  handed(beside, 'What is built beside the program is not here')

/** The servers that this program can start. */
export const programsOf = ({ programs }: CliContext): Programs =>
  handed(programs, 'No server can be started from here')

/** What a call answers: the value for programs, the same in words, and the exit code. */
export interface Shown {
  json: unknown
  text: string
  /** @default 0 */
  exit?: number
}

/** Opens what a verb works on, lends it, and closes it again. */
export type Opener<X> = <R>(context: CliContext, use: (opened: X) => Promise<R>) => Promise<R>

interface Declared<T extends Takes, X> {
  /** In a noun: what the list of its verbs says. */
  summary?: string
  /** What the help says beside arguments and options. */
  about?: string
  /** A line each. A verb of a noun shows those of the noun that call it. */
  examples?: string
  takes?: T
  /** @default nothing but the context */
  opens?: Opener<X>
  /** Whether this call approves something, weakens judgement or shows other projects: then a person has to make it. */
  person?: true | ((given: Given<T>) => boolean)
  /** A number is an exit code: then everything has been printed. */
  run(given: Given<T>, opened: X): Promise<Shown | number>
}

/** A declared verb as the parser needs it: a command that does one thing, or a verb of a noun. */
export interface CliVerb {
  summary?: string
  about?: string
  examples?: string
  takes: Takes
  needsPerson: ((given: Given<Takes>) => boolean) | null
  call(given: Given<Takes>, context: CliContext): Promise<Shown | number>
}

/** A command with verbs, one of which the bare noun stands for. */
export interface CliNoun {
  about?: string
  examples: string
  bare: string
  verbs: Readonly<Record<string, CliVerb>>
}

export function verb<T extends Takes = Record<string, never>, X = CliContext>({
  takes,
  opens,
  person,
  run,
  ...words
}: Declared<T, X>): CliVerb {
  return {
    ...words,
    takes: takes ?? {},
    needsPerson:
      person === undefined ? null : (given) => person === true || person(given as Given<T>),
    call: (given, context) =>
      opens === undefined
        ? run(given as Given<T>, context as X)
        : opens(context, (opened) => run(given as Given<T>, opened)),
  }
}
