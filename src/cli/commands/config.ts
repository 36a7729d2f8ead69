import { explainConfig } from '../../config/explain.js'
import type { ConfigExplanation } from '../../config/explain.js'
import { loadConfig } from '../../config/load.js'
import { PROJECT_FILE } from '../../config/paths.js'
import { shorten } from '../../util/shorten.js'
import { verb } from '../command.js'
import type { CliContext, CliNoun, Shown } from '../command.js'
import type { SettingsEdit } from './config/edit-settings.js'
import { pathOf, readValue } from './config/read-setting.js'
import { describeWritten, writeSetting } from './config/write-setting.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { table } from '../table.js'
import { argument, flag, readAs } from '../takes.js'

const key = argument('such as stop.maxAttempts; `reflect config` lists them')
const project = flag(`in ${PROJECT_FILE} of this project instead of your own config`)

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
    show: verb({
      summary: 'the values in force here',
      takes: { origin: flag('show where each value comes from') },
      async run({ origin }, context) {
        const explained = explainConfig(await loadConfig({ ...context, now: context.now() }))
        return { json: explained, text: describe(explained, origin, context.home) }
      },
    }),
    set: verb({
      summary: "set one key in your own config, or in the project's",
      takes: { key, value: argument('as in YAML: 3, true, [a, b]'), project },
      person({ key, value }) {
        // A value that can't be right is told before a person is asked for.
        readValue(key, value)
        return true
      },
      run: ({ key, value, project }, context) =>
        change({ kind: 'set', ...readValue(key, value) }, project, context),
    }),
    unset: verb({
      summary: 'remove a key, so that the default applies',
      takes: { key: readAs(key, pathOf), project },
      person: true,
      run: ({ key: path, project }, context) => change({ kind: 'unset', path }, project, context),
    }),
  },
}

async function change(
  edit: SettingsEdit,
  forProject: boolean,
  context: CliContext,
): Promise<Shown> {
  const written = await writeSetting(context, edit, forProject)
  return { json: written, text: describeWritten(written, context.home) }
}

function describe(explained: ConfigExplanation, withOrigin: boolean, home: string): string {
  const { rows, ignored, aliases, problems, isProjectFileIgnored } = explained
  const at = ({ file, line }: { file: string; line: number }) => `${shorten(file, home)}:${line}`
  return [
    table(
      rows.map(({ key, shown, origin }) =>
        withOrigin ? [key, shown, shorten(origin, home)] : [key, shown],
      ),
    ),
    ...section(
      'Ignored:',
      ignored.map((item) => [at(item), `${item.key}: ${item.value}`, item.reason]),
    ),
    ...section(
      'Old spellings that still work:',
      aliases.map((item) => [at(item), item.alias, aliasWords(item)]),
    ),
    ...section(
      'Problems:',
      problems.map((message) => [shorten(message, home)]),
    ),
    ...(isProjectFileIgnored ? ['', IGNORED_PROJECT_FILE] : []),
  ].join('\n')
}

/** An old value of a key that kept its name is no old name. */
const aliasWords = ({ alias, key }: { alias: string; key: string }): string =>
  alias.split(':')[0] === key ? 'has a new spelling for this value' : `is now ${key}`

const section = (title: string, cells: string[][]): string[] =>
  cells.length === 0 ? [] : ['', title, table(cells, '  ')]
