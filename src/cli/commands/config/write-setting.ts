import path from 'node:path'
import { explainConfig } from '../../../config/explain.js'
import { loadConfig } from '../../../config/load.js'
import { PROJECT_FILE, userConfigFile } from '../../../config/paths.js'
import { findProject } from '../../../config/project.js'
import { shorten } from '../../../util/shorten.js'
import { writeAtomic } from '../../../util/write-atomic.js'
import type { CliContext } from '../../command.js'
import { readTarget, resolveTarget } from '../../install/settings-target.js'
import { editSettings } from './edit-settings.js'
import type { SettingsEdit } from './edit-settings.js'

export interface WrittenSetting {
  file: string
  key: string
  changed: boolean
  /** The value in force afterwards; null where no source says anything. */
  shown: string | null
  origin: string | null
}

/** Puts one edit into the user's own config, or into the project's. */
export async function writeSetting(
  context: CliContext,
  edit: SettingsEdit,
  forProject: boolean,
): Promise<WrittenSetting> {
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
  const key = edit.path.join('.')
  const row = now.rows.find((one) => one.key === key)
  return { file, key, changed, shown: row?.shown ?? null, origin: row?.origin ?? null }
}

export const describeWritten = (written: WrittenSetting, home: string): string => {
  const { file, key, changed, shown, origin } = written
  return [
    `${changed ? 'Written to' : 'Nothing to change in'} ${shorten(file, home)}.`,
    ...(shown === null ? [] : [`In force here: ${key} ${shown} (${shorten(origin ?? '', home)})`]),
  ].join('\n')
}
