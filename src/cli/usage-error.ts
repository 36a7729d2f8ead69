import type { Command, CommanderError } from 'commander'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'

/** What the argument parser objects to, as an error of ours: what is wrong, and what there is. */
export function usageError(thrown: CommanderError, program: Command, name: string): ReflectError {
  const [first = '', hint = ''] = thrown.message.replace(/^error: /, '').split('\n')
  const message = first.charAt(0).toUpperCase() + first.slice(1)
  const meant = /Did you mean (.+)\?/.exec(hint)?.[1]
  const command = program.commands.find((known) => known.name() === name)
  const remedy =
    meant === undefined ? whatThereIs(thrown.code, program, command) : `Did you mean ${meant}?`
  return new ReflectError('usage', message, { cause: thrown, remedy })
}

function whatThereIs(code: string, program: Command, command: Command | undefined): string {
  if (command === undefined) return `There are: ${namesOf(program).join(', ')}.`
  const help = `See \`reflect ${command.name()} --help\`.`
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
        ? `There are: ${names.join(', ')}.`
        : `Did you mean \`reflect help ${meant}\`?`,
  })
}

const namesOf = (program: Command): string[] => program.commands.map((command) => command.name())
