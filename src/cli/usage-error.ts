import type { Command, CommanderError } from 'commander'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'

/** What the argument parser objects to, as an error of ours: what is wrong, and what there is. */
export function usageError(
  thrown: CommanderError,
  program: Command,
  [name, verb]: readonly (string | undefined)[],
): ReflectError {
  const [first = '', hint = ''] = thrown.message.replace(/^error: /, '').split('\n')
  const message = first.charAt(0).toUpperCase() + first.slice(1)
  const noun = program.commands.find((known) => known.name() === name)
  const command = noun?.commands.find((known) => known.name() === verb) ?? noun
  const meant = /Did you mean (.+)\?/.exec(hint)?.[1]
  const isOfAll = command !== undefined && meant === '--version'
  const remedy =
    meant === undefined || isOfAll
      ? whatThereIs(thrown.code, program, command)
      : `Did you mean ${meant}?`
  return new ReflectError('usage', message, { cause: thrown, remedy })
}

function whatThereIs(code: string, program: Command, command: Command | undefined): string {
  if (command === undefined && code === 'commander.unknownOption') return 'See `reflect --help`.'
  if (command === undefined) return `Available: ${namesOf(program).join(', ')}.`
  const parent = command.parent === program ? '' : `${command.parent?.name()} `
  const help = `See \`reflect ${parent}${command.name()} --help\`.`
  if (code !== 'commander.missingArgument') return help
  const needed = command.registeredArguments.filter(({ required }) => required)
  return `${needed.map((each) => `${each.name()}: ${each.description}`).join('; ')}. ${help}`
}

/** `reflect help stauts`: the parser itself would show the help of everything. */
export function unknownTopic(topic: string, program: Command): ReflectError | null {
  const names = namesOf(program)
  if (names.includes(topic)) return null
  const meant = nearest(topic, names)
  return new ReflectError('usage', `There is no command "${topic}"`, {
    remedy:
      meant === null
        ? `Available: ${names.join(', ')}.`
        : `Did you mean \`reflect help ${meant}\`?`,
  })
}

/** `reflect tasks ad`: a noun without such a verb. */
export function unknownVerb(typed: string, noun: string, verbs: readonly string[]): ReflectError {
  const near = nearest(typed, verbs)
  return new ReflectError('usage', `reflect ${noun} has no verb "${typed}"`, {
    remedy:
      near === null
        ? `Available: ${verbs.join(', ')}. See \`reflect ${noun} --help\`.`
        : `Did you mean \`reflect ${noun} ${near}\`? Available: ${verbs.join(', ')}.`,
  })
}

/** Without old names, which still work and are no longer told. */
const namesOf = (program: Command): string[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name())
    .filter((name) => name !== 'help')
