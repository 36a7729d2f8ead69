/**
 * The commonest configuration by far sets the mode and nothing else. A hook reads it at every event,
 * so it is read without the YAML parser and the schema; a test holds the result to theirs.
 */
import { MODES, type Mode } from '../schema/mode.js'
import { defaultValues, VALUE_KEYS } from './default-values.js'
import type { Merged, Origin } from './loaded-config.js'
import type { Setting } from './setting.js'

export const isMode = (value: unknown): value is Mode => MODES.includes(value as Mode)

/** The effective values of sources, the strongest first; null when they set more than the mode. */
export function mergeJustMode(sources: readonly (readonly Setting[])[]): Merged | null {
  const settings = sources.flat()
  if (!settings.every(({ path, value }) => path.join('.') === 'mode' && isMode(value))) return null
  const chosen = settings.find(({ value }) => value === 'off') ?? settings[0]
  const origins = Object.fromEntries<Origin>(VALUE_KEYS.map((key) => [key, { source: 'default' }]))
  const values = defaultValues()
  if (chosen === undefined) return { values, origins, problems: null }
  return {
    values: { ...values, mode: chosen.value as Mode },
    origins: { ...origins, mode: chosen.origin },
    problems: null,
  }
}
