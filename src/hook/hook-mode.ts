import type { LoadedConfig } from '../config/loaded-config.js'
import type { Mode } from '../schema/mode.js'

/**
 * The mode that a hook works in. What a wrong setting was meant to forbid is not known: with one of
 * them the run is recorded and the agent left alone.
 */
export function hookMode({ values, faults }: Pick<LoadedConfig, 'values' | 'faults'>): Mode {
  return values.mode === 'off' || faults.length === 0 ? values.mode : 'orchestrated'
}
