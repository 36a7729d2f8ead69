import type { Command } from 'commander'
import { explainConfig } from '../../config/explain.js'
import type { ConfigExplanation } from '../../config/explain.js'
import { loadConfig } from '../../config/load.js'
import { PROJECT_FILE } from '../../config/paths.js'
import { shorten } from '../../util/shorten.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import type { SettingsEdit } from '../config/edit-settings.js'
import { pathOf, readValue } from '../config/read-setting.js'
import { describeWritten, writeSetting } from '../config/write-setting.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { table } from '../table.js'

export const command: CliNoun = {
  examples: `
  reflect config                           the values in force here
  reflect config --origin                  and the file, variable or default behind each
  reflect config --json                    both, for programs
  reflect config set stop.maxAttempts 3    in your own config
  reflect config set stop.judge never --project
  reflect config unset stop.maxAttempts    the default again`,
  bare: 'show',
  verbs: {
    show: {
      summary: 'the values in force here',
      configure: (command) => void command.option('--origin', 'show where each value comes from'),
      run: show,
    },
    set: {
      summary: "set one key in your own config, or in the project's",
      configure: (command) =>
        void inFile(command).argument('<value>', 'as in YAML: 3, true, [a, b]'),
      validate: ([key = '', value = '']) => void readValue(key, value),
      run: change((key, value = '') => ({ kind: 'set', ...readValue(key, value) })),
    },
    unset: {
      summary: 'remove a key, so that the default applies',
      configure: (command) => void inFile(command),
      validate: ([key = '']) => void pathOf(key),
      run: change((key) => ({ kind: 'unset', path: pathOf(key) })),
    },
  },
}

function inFile(command: Command): Command {
  return command
    .argument('<key>', 'such as stop.maxAttempts; `reflect config` lists them')
    .option('--project', `in ${PROJECT_FILE} of this project instead of your own config`)
}

async function show(
  context: CliContext,
  _words: string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const explained = explainConfig(await loadConfig({ ...context, now: context.now() }))
  context.print(
    context.json
      ? JSON.stringify(explained, null, 2)
      : toText(explained, Boolean(options['origin']), context),
  )
  return 0
}

function change(toEdit: (key: string, value?: string) => SettingsEdit): CliVerb['run'] {
  return async (context, [key = '', value], options) => {
    const written = await writeSetting(context, toEdit(key, value), options['project'] === true)
    context.print(context.json ? JSON.stringify(written) : describeWritten(written, context.home))
    return 0
  }
}

function toText(explained: ConfigExplanation, withOrigin: boolean, { home }: CliContext): string {
  const rows = explained.rows.map(({ key, shown, origin }) =>
    withOrigin ? [key, shown, shorten(origin, home)] : [key, shown],
  )
  const at = ({ file, line }: { file: string; line: number }) => `${shorten(file, home)}:${line}`
  return [
    table(rows),
    ...section(
      'Ignored:',
      explained.ignored.map((item) => [at(item), `${item.key}: ${item.value}`, item.reason]),
    ),
    ...section(
      'Old spellings that still work:',
      explained.aliases.map((item) => [at(item), item.alias, aliasWords(item)]),
    ),
    ...section(
      'Problems:',
      explained.problems.map((message) => [shorten(message, home)]),
    ),
    ...(explained.isProjectFileIgnored ? ['', IGNORED_PROJECT_FILE] : []),
  ].join('\n')
}

/** An old value of a key that kept its name is no old name. */
const aliasWords = ({ alias, key }: { alias: string; key: string }): string =>
  alias.split(':')[0] === key ? 'has a new spelling for this value' : `is now ${key}`

const section = (title: string, rows: string[][]): string[] =>
  rows.length === 0 ? [] : ['', title, table(rows, '  ')]
