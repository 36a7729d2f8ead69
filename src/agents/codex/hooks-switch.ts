import { readTomlTables } from '../toml-tables.js'

/** The setting in the config, if any, by which the client runs no hooks at all. */
export function hooksSwitch(config: string): { setting: string; line: number } | null {
  const features = readTomlTables(config).filter(({ name }) => name.join('.') === 'features')
  for (const { values } of features) {
    // The second name is the older one of the same switch.
    for (const key of ['hooks', 'codex_hooks']) {
      const found = values.get(key)
      if (found?.raw === 'false') return { setting: `features.${key}`, line: found.line }
    }
  }
  return null
}
