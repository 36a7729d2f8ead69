import { explainConfig } from '../../config/explain.js'
import type { ConfigExplanation } from '../../config/explain.js'
import { loadConfig } from '../../config/load.js'
import type { CliCommand, CliContext } from '../command.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { shorten } from '../../util/shorten.js'
import { table } from '../table.js'

export const command: CliCommand = {
  configure: (command) =>
    command.option('--origin', 'say where each value comes from').addHelpText(
      'after',
      `
Examples:
  reflect config            the values that are in force here
  reflect config --origin   and the file, variable or default behind each
  reflect config --json     both, for programs`,
    ),

  async run(context, _positional, options) {
    const explained = explainConfig(await loadConfig({ ...context, now: context.now() }))
    context.print(
      context.json
        ? JSON.stringify(explained, null, 2)
        : toText(explained, Boolean(options['origin']), context),
    )
    return 0
  },
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
