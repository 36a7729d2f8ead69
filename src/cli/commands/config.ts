import path from 'node:path'
import type { Command } from 'commander'
import { parse } from 'yaml'
import { allowedBy } from '../../config/allowed.js'
import { explainConfig } from '../../config/explain.js'
import type { ConfigExplanation } from '../../config/explain.js'
import { knownAt, unitAt, valuePaths } from '../../config/known-keys.js'
import { loadConfig } from '../../config/load.js'
import { PROJECT_FILE, userConfigFile } from '../../config/paths.js'
import { problem } from '../../config/problem.js'
import { findProject } from '../../config/project.js'
import { checkValue } from '../../config/setting.js'
import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { shorten } from '../../util/shorten.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { editSettings } from '../config/edit-settings.js'
import type { SettingsEdit } from '../config/edit-settings.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { readTarget, resolveTarget } from '../install/settings-target.js'
import { table } from '../table.js'

export const command: CliNoun = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
Examples:
  reflect config                           the values in force here
  reflect config --origin                  and the file, variable or default behind each
  reflect config --json                    both, for programs
  reflect config set stop.maxAttempts 3    in your own config
  reflect config set stop.judge never --project
  reflect config unset stop.maxAttempts    the default again`,
    ),
  bare: 'show',
  verbs: {
    show: {
      summary: 'the values in force here',
      configure: (command) => void command.option('--origin', 'show where each value comes from'),
      run: show,
    },
    set: {
      summary: 'set one key in your own config, or in the project\u2019s',
      configure: (command) =>
        void inFile(command).argument('<value>', 'as in YAML: 3, true, [a, b]'),
      run: change((key, value = '') => ({ kind: 'set', ...readValue(key, value) })),
    },
    unset: {
      summary: 'remove a key, so that the default applies',
      configure: (command) => void inFile(command),
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
    const edit = toEdit(key, value)
    const forProject = options['project'] === true
    const { root } = findProject(context.cwd)
    const file = forProject
      ? path.join(root, PROJECT_FILE)
      : userConfigFile(context.env, context.home, context.platform)
    const target = resolveTarget(file, forProject ? root : context.home)
    const before = readTarget(target)
    const after = editSettings(before ?? '', edit, file)
    const changed = after !== (before ?? '')
    if (changed) await writeAtomic(target, after, { mode: forProject ? 0o644 : 0o600 })
    const now = explainConfig(await loadConfig({ ...context, now: context.now() }))
    const name = edit.path.join('.')
    const row = now.rows.find((one) => one.key === name)
    context.print(
      context.json
        ? JSON.stringify({ file, key: name, changed, shown: row?.shown ?? null })
        : [
            `${changed ? 'Written to' : 'Nothing to change in'} ${shorten(file, context.home)}.`,
            ...(row === undefined
              ? []
              : [`In force here: ${name} ${row.shown} (${shorten(row.origin, context.home)})`]),
          ].join('\n'),
    )
    return 0
  }
}

/** The path of a key that the schema knows; a block is none. */
function pathOf(key: string): string[] {
  const path = unitAt(key)
  const known = knownAt(path)
  if (known !== undefined && known.kind === 'value') return path
  const parent = knownAt(path.slice(0, -1))
  if (parent?.kind === 'named' && known === undefined)
    throw new ReflectError('usage', `${key} is not a known key`, {
      remedy: `Behind ${path.slice(0, -1).join('.')} may stand: ${allowedBy(parent.name)}.`,
    })
  const keys = valuePaths().map((parts) => parts.join('.'))
  const near = nearest(key, keys)
  const inside = keys.filter((one) => one.startsWith(`${key}.`))
  throw new ReflectError('usage', `${key} is not a key that takes a value`, {
    remedy:
      inside.length > 0
        ? `Available: ${inside.join(', ')}.`
        : near === null
          ? '`reflect config` lists the keys.'
          : `Did you mean ${near}?`,
  })
}

function readValue(key: string, written: string): { path: string[]; value: unknown } {
  const path = pathOf(key)
  const { value, fault } = checkValue(knownAt(path)!, key, asYaml(written))
  if (fault === null) return { path, value }
  throw new ReflectError('usage', problem({ key, value: asYaml(written), ...fault }).message)
}

/** What is no YAML is taken as plain words. */
function asYaml(written: string): unknown {
  try {
    return parse(written)
  } catch {
    return written
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
