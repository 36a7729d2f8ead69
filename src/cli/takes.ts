/**
 * What a verb takes: a record of arguments and options, each with its own reader. What was typed is read
 * before anything is opened and before a person is asked; what can't be read is refused here.
 */
import { Option } from 'commander'
import type { Command } from 'commander'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'

export interface Take<T> {
  isArgument: boolean
  /** Adds it to the parser's command, under its name in the record. */
  addTo(command: Command, name: string): void
  /** `typed` is what the parser has: a text, several, true, or nothing. */
  read(typed: unknown, shown: string): T
}

export type Takes = Readonly<Record<string, Take<unknown>>>

/** What was typed, read. */
export type Given<T extends Takes> = {
  readonly [K in keyof T]: T[K] extends Take<infer V> ? V : never
}

export function readGiven(
  takes: Takes,
  words: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Given<Takes> {
  let at = 0
  const read = ([name, take]: [string, Take<unknown>]) =>
    take.isArgument ? take.read(words[at++], name) : take.read(options[name], flagOf(name))
  return Object.fromEntries(Object.entries(takes).map((entry) => [entry[0], read(entry)]))
}

/** As it is typed. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export const argument = (about: string): Take<string> => positional(about, '<', '>')
export const optional = (about: string): Take<string | undefined> => positional(about, '[', ']')
export const several = (about: string): Take<string[]> => positional(about, '<', '...>')
export const anyNumber = (about: string): Take<string[]> => positional(about, '[', '...]')

const positional = <T>(about: string, before: string, after: string): Take<T> => ({
  isArgument: true,
  addTo: (command, name) => void command.argument(`${before}${name}${after}`, about),
  read: (typed) => typed as T,
})

export const flag = (about: string): Take<boolean> =>
  option(new Option('--x', about), (typed) => typed === true)

export const text = <D extends string | undefined = undefined>(
  value: string,
  about: string,
  otherwise?: D,
): Take<string | D> =>
  option(valued(value, about, otherwise), (typed) => (typed ?? otherwise) as string | D)

/** An option whose text may be left out: then it is true. */
export const optionalText = (value: string, about: string): Take<string | true | undefined> =>
  option(valued(value, about), (typed) => typed as string | true | undefined)

/** A text without which the verb can't run. */
export const needed = (value: string, about: string): Take<string> =>
  option(valued(value, about).makeOptionMandatory(), (typed) => typed as string)

/** A text that may be given more than once. */
export const repeated = (value: string, about: string): Take<string[]> =>
  option(
    valued(value, about)
      .default([])
      .argParser<string[]>((one, before) => [...before, one]),
    (typed) => typed as string[],
  )

/** Texts behind one option. */
export const repeatedWords = (value: string, about: string): Take<string[]> =>
  option(valued(value, about), (typed) => (typed ?? []) as string[])

interface Bounds {
  /** @default 1 */
  from?: number
  to: number
}

/** A whole number within bounds. */
export const whole = <D extends number | undefined = undefined>(
  value: string,
  about: string,
  bounds: Bounds,
  otherwise?: D,
): Take<number | D> =>
  option(
    valued(value, about, otherwise),
    (typed, shown) => readWhole(bounds, typed, shown, `${shown} ${value}: ${about}`) as number | D,
  )

export function readWhole(
  { from = 1, to }: Bounds,
  typed: unknown,
  shown: string,
  remedy?: string,
): number | undefined {
  if (typed === undefined) return undefined
  const number = Number(typed)
  const isNumber = String(typed).trim() !== '' && Number.isSafeInteger(number)
  if (isNumber && number >= from && number <= to) return number
  throw unfit(`${shown} is a whole number from ${from} to ${to}, not "${String(typed)}"`, remedy)
}

/** How many rows of a list are shown. */
export const limit = (otherwise: number): Take<number> =>
  whole('<count>', 'at most this many', { to: 10_000 }, otherwise)

/** One of the words that there are; those that `about` leaves out are named behind it. */
export const oneOf = <const T extends string, D extends T | undefined = undefined>(
  value: string,
  about: string,
  known: readonly T[],
  otherwise?: D,
): Take<T | D> =>
  option(
    valued(value, naming(known, about), otherwise),
    (typed, shown) => readOneOf(known, typed, shown) as T | D,
  )

const naming = (known: readonly string[], about: string): string =>
  known.every((word) => about.includes(word)) ? about : `${about}: ${known.join(', ')}`

export function readOneOf<T extends string>(
  known: readonly T[],
  typed: unknown,
  shown: string,
): T | undefined {
  const found = known.find((one) => one === typed)
  if (typed === undefined || found !== undefined) return found
  const near = nearest(String(typed), known)
  throw unfit(
    `${shown} is one of ${known.join(', ')}, not "${String(typed)}"`,
    near === null ? undefined : `Did you mean ${shown} ${near}?`,
  )
}

/** A length of time, in milliseconds. */
export const duration = <D extends string | undefined = undefined>(
  about: string,
  otherwise?: D,
): Take<number | (D extends string ? never : undefined)> =>
  option(valued('<duration>', about, otherwise), (typed) =>
    typed === undefined ? (undefined as never) : readDuration(String(typed)),
  )

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `30m`, `1h`, `2d` in milliseconds. */
export function readDuration(typed: string): number {
  const match = /^(\d+(?:\.\d+)?)(s|m|h|d)$/.exec(typed.trim())
  const ms = match === null ? 0 : Number(match[1]) * UNITS_MS[match[2]!]!
  if (ms >= 1 && ms <= 365 * UNITS_MS['d']!) return ms
  const remedy = 'Write a number and a unit, e.g. 90s, 30m, 1h or 2d (at most 365d).'
  throw unfit(`"${typed}" is not a duration`, remedy)
}

/** The same, read further. */
export const readAs = <T, U>(take: Take<T>, read: (value: T, shown: string) => U): Take<U> => ({
  ...take,
  read: (typed, shown) => read(take.read(typed, shown), shown),
})

const unfit = (message: string, remedy?: string): ReflectError =>
  new ReflectError('usage', message, remedy === undefined ? {} : { remedy })

function valued(value: string, about: string, otherwise?: string | number): Option {
  const made = new Option(`--x ${value}`, about)
  return otherwise === undefined || otherwise === ''
    ? made
    : made.default(otherwise, `${otherwise}`)
}

/** The option gets its name from the record that it stands in. */
const option = <T>(made: Option, read: Take<T>['read']): Take<T> => ({
  isArgument: false,
  addTo(command, name) {
    made.long = flagOf(name)
    made.flags = made.flags.replace('--x', made.long)
    command.addOption(made)
  },
  read,
})
