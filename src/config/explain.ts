import type { IgnoredSetting, LoadedConfig, Origin, UsedAlias } from './loaded-config.js'
import { unitAt } from './known-keys.js'
import { mask, showValue } from './show-value.js'

/** One effective setting. */
interface ConfigRow {
  key: string
  /** As JSON may print it: secrets are masked. Undefined when it is not set. */
  value: unknown
  /** As a table prints it: one short line. */
  shown: string
  /** E.g. `user (~/.config/reflectory/reflection.yaml:3)`. */
  origin: string
}

/** What `reflect config` prints. */
export interface ConfigExplanation {
  rows: ConfigRow[]
  ignored: IgnoredSetting[]
  aliases: UsedAlias[]
  problems: string[]
  /** The project's file is passed over because of a problem above. */
  isProjectFileIgnored: boolean
}

/** Every effective value with where it came from; and what was ignored, renamed or wrong. */
export function explainConfig(loaded: LoadedConfig): ConfigExplanation {
  const rows = Object.entries(loaded.origins).map(([key, origin]) => {
    const value = valueAt(loaded.values, key)
    const name = key.slice(key.lastIndexOf('.') + 1)
    return { key, value: mask(name, value), shown: showValue(key, value), origin: place(origin) }
  })
  const problems = loaded.problems.map(({ message }) => message)
  const { ignored, aliases, isProjectFileIgnored } = loaded
  return { rows, ignored, aliases, problems, isProjectFileIgnored }
}

function valueAt(values: LoadedConfig['values'], key: string): unknown {
  return unitAt(key).reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    values,
  )
}

function place({ source, file, line, variable }: Origin): string {
  if (variable !== undefined) return `${source} (${variable})`
  if (file === undefined) return source
  return line === undefined ? `${source} (${file})` : `${source} (${file}:${line})`
}
