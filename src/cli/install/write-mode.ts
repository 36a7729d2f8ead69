import { loadConfig } from '../../config/load.js'
import type { Origin } from '../../config/loaded-config.js'
import { userConfigFile } from '../../config/paths.js'
import type { Mode } from '../../schema/mode.js'
import { believedLogin } from '../../team/login-file.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { CliContext } from '../command.js'
import { whatLeaves } from '../what-leaves.js'
import { setMode } from './set-mode.js'
import { readTarget, resolveTarget } from './settings-target.js'

/** The mode that is in force here, and what made it so. */
export interface EffectiveMode {
  mode: Mode
  from: string
  /** What goes to whom, in lines for people. */
  leaves: readonly string[]
}

export async function readMode(context: CliContext): Promise<EffectiveMode> {
  const { values, origins, stateDir } = await loadConfig({ ...context, now: context.now() })
  return {
    mode: values.mode,
    from: describeOrigin(origins['mode']),
    leaves: whatLeaves(values, believedLogin(stateDir)),
  }
}

const describeOrigin = (origin: Origin | undefined): string =>
  origin?.file ?? origin?.variable ?? origin?.source ?? 'default'

/** Solo is the only mode that judges at every stop. */
export const weakensMode = (mode: Mode | undefined): boolean =>
  mode !== undefined && mode !== 'solo'

/** A change of the user's own config that sets the mode. */
export interface PlannedMode {
  file: string
  target: string
  before: string | null
  after: string
}

export function planMode(context: CliContext, mode: Mode): PlannedMode {
  const file = userConfigFile(context.env, context.home, context.platform)
  const target = resolveTarget(file, context.home)
  const before = readTarget(target)
  return { file, target, before, after: setMode(before, mode, file) }
}

export async function writeMode({ target, before, after }: PlannedMode): Promise<void> {
  if (after !== before) await writeAtomic(target, after, { mode: 0o600 })
}
