/** Turns declared commands into the parser's, and binds each call to what it answers. */
import type { Command } from 'commander'
import type { CliContext, CliNoun, CliVerb } from './command.js'
import { requirePerson } from './person/require-person.js'
import { readGiven } from './takes.js'
import { unknownVerb } from './usage-error.js'

export interface Call {
  context: CliContext
  done(exitCode: number): void
}

/** `typed` is the word behind the command's name. */
export function build(
  command: Command,
  declared: CliVerb | CliNoun,
  typed: string | undefined,
  call: Call,
): void {
  if ('call' in declared) {
    command.addHelpText('after', helpOf(declared))
    return bind(command, declared, [command.name()], call)
  }
  const { examples, verbs, bare } = declared
  command.addHelpText('after', helpOf(declared))
  if (typed !== undefined && !Object.hasOwn(verbs, typed) && typed !== 'help')
    throw unknownVerb(typed, command.name(), Object.keys(verbs))
  for (const [name, verb] of Object.entries(verbs)) {
    const { summary = '' } = verb
    const own = command
      .command(name, { isDefault: name === bare })
      .description(name === bare ? `${summary} (also without a verb)` : summary)
      .option('--json', 'print JSON')
    const shown = verb.examples ?? examplesOf(name, command.name(), { examples, bare })
    own.addHelpText('after', helpOf({ ...verb, examples: shown }))
    bind(own, verb, [command.name(), name], call)
  }
}

const helpOf = ({ about, examples = '' }: Pick<CliVerb, 'about' | 'examples'>): string =>
  [about, examples === '' ? undefined : `\nExamples:${examples}`].filter(Boolean).join('\n')

/** The lines of a noun's examples that call this verb. */
function examplesOf(
  verb: string,
  noun: string,
  { examples, bare }: Pick<CliNoun, 'examples' | 'bare'>,
): string {
  const isMeant = (line: string): boolean => {
    const [, name, word = ''] = line.trim().split(' ')
    return name === noun && (/^[a-z]/.test(word) ? word : bare) === verb
  }
  return examples
    .split('\n')
    .filter(isMeant)
    .map((line) => `\n${line}`)
    .join('')
}

/** What was typed is read, then a person is asked for, then the verb runs and its answer is printed. */
function bind(
  command: Command,
  { takes, needsPerson, call }: CliVerb,
  path: readonly string[],
  { context, done }: Call,
): void {
  for (const [name, take] of Object.entries(takes)) take.addTo(command, name)
  if (needsPerson !== null && !command.options.some(({ long }) => long === '--yes'))
    command.option('--yes', 'confirm without a terminal; an agent is refused')
  command.action(async () => {
    const options = command.opts<Record<string, unknown>>()
    const given = readGiven(takes, command.processedArgs, options)
    const yes = options['yes'] === true
    if (needsPerson?.(given)) await requirePerson(context, { command: path.join(' '), yes })
    const shown = await call(given, { ...context, yes })
    if (typeof shown === 'number') return done(shown)
    context.print(context.json ? JSON.stringify(shown.json, null, 2) : shown.text)
    done(shown.exit ?? 0)
  })
}
