import { exampleYaml } from '../../config/example.js'
import { redactText } from '../../safety/redact.js'
import type { CliContext } from '../command.js'
import { count } from '../../util/count.js'
import { paint } from '../paint.js'
import { shorten } from '../../util/shorten.js'
import { lineDiff } from '../../util/line-diff.js'
import type { PlannedEdit } from './planned-edit.js'
import type { EffectiveMode, PlannedMode } from './write-mode.js'

export function installJson(
  edits: readonly PlannedEdit[],
  backups: readonly (string | null)[],
  { mode, from }: EffectiveMode,
  { folder, dryRun }: { folder: string; dryRun: boolean },
): string {
  const files = edits.map((edit, index) => ({
    agent: edit.agent,
    scope: edit.scope,
    file: edit.file,
    state: stateOf(edit),
    backup: backups[index] ?? null,
    ...(dryRun ? { diff: lineDiff(edit.before ?? '', edit.after ?? '') } : {}),
  }))
  return JSON.stringify({ dryRun, hook: folder, files, mode: { value: mode, from } }, null, 2)
}

export function describePlan(
  edits: readonly PlannedEdit[],
  mode: PlannedMode | null,
  { folder, dryRun, yes }: { folder: string; dryRun: boolean; yes: boolean },
  context: CliContext,
): string {
  const isSure = yes && !dryRun
  const changed = [...edits, ...(mode === null ? [] : [mode])].filter(
    ({ before, after }) => before !== after,
  )
  const shown = (dryRun ? changed : []).map(({ file, before, after }) => {
    const head = `${shorten(file, context.home)}${before === null ? ' (new)' : ''}`
    // Of a new config only what differs from the commented example is worth showing.
    const old = before ?? (file === mode?.file ? exampleYaml() : '')
    return [head, ...lineDiff(old, after ?? '').map(painted(context))].join('\n')
  })
  const place = shorten(folder, context.home)
  const last = `The hook ${isSure ? 'is' : 'would be'} in ${place}.${dryRun ? ' Nothing was changed.' : ''}`
  const said = summary(changed, isSure, context)
  return dryRun ? [said, ...shown, last].join('\n\n') : [said, ...entriesOf(edits), last].join('\n')
}

/** What an agent calls us for; every line of it is in the diff of a dry run. */
const entriesOf = (edits: readonly PlannedEdit[]): string[] => [
  ...new Set(
    edits
      .filter(({ before, after }) => before !== after)
      .map(({ agent, entries }) => `  ${agent}: ${entries.join(', ')}`),
  ),
  '  --dry-run shows every line.',
]

/** One line before the details. */
function summary(
  changed: readonly { file: string }[],
  isSure: boolean,
  { home }: CliContext,
): string {
  if (changed.length === 0) return 'Nothing in the settings needs to change.'
  const names = changed.map(({ file }) => shorten(file, home)).join(', ')
  return `This ${isSure ? 'changes' : 'would change'} ${count(changed.length, 'file')}: ${names}`
}

function painted({ colour }: CliContext): (line: string) => string {
  const { green, red, dim } = paint(colour)
  const colours: Record<string, (text: string) => string> = { '+': green, '-': red }
  return (line) => (colours[line[0]!] ?? dim)(`  ${redactText(line)}`)
}

const WORDS = {
  installed: 'Installed for',
  updated: 'Moved to this version for',
  unchanged: 'Already installed for',
}

export function describeDone(
  edits: readonly PlannedEdit[],
  backups: readonly (string | null)[],
  { mode, from, leaves }: EffectiveMode,
  { home }: CliContext,
): string {
  const where = edits.every(({ scope }) => scope === 'project')
    ? 'in this project'
    : 'in all your projects'
  const lines = edits.map((edit, index) => {
    const backup = backups[index] ?? null
    const copy = backup === null ? '' : ` (backup: ${shorten(backup, home)})`
    return `${WORDS[stateOf(edit)]} ${edit.agent}: ${shorten(edit.file, home)}${copy}`
  })
  lines.push(
    mode === 'off'
      ? `Installed, off: the mode is off (${shorten(from, home)}). Switch it on with --mode solo.`
      : `The mode is ${mode} (${shorten(from, home)}). It sees sessions that start from now on, ${where}.`,
  )
  return ['', ...lines, ...leaves].join('\n')
}

function stateOf({ before, clean, after }: PlannedEdit): keyof typeof WORDS {
  if (before === after) return 'unchanged'
  return before === clean ? 'installed' : 'updated'
}
